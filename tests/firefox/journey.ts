import { randomUUID } from 'node:crypto'
import { launch, type Page } from 'puppeteer-core'
import { ensureBuilt } from '../../scripts/ensure-built.ts'
import { pollUntil } from '../../server/concurrency/poll-until.ts'
import { startProduct, type Product } from '../support/start-product.ts'
import { findFirefox } from './find-firefox.ts'
import { byRole, clickFirst, clickLast, expectText, expectPath } from './firefox-page.ts'

const email = `pat-${randomUUID()}@example.test`

type Step = [name: string, walk: (page: Page, product: Product) => Promise<void>]

/** The customer journey from the landing page to a cancelled appointment. */
const steps: Step[] = [
  [
    'the landing page takes a car',
    async (page, { url }) => {
      await page.goto(url)
      await byRole(page, 'combobox', 'Year').fill('2014')
      await byRole(page, 'combobox', 'Make and model').fill('Lexus RX')
      await byRole(page, 'button', 'See what fits').click()
      await expectPath(page, '/book')
    },
  ],
  [
    'a package fits',
    async (page) => {
      await byRole(page, 'radio', 'A handle like a mouse').click()
      await byRole(page, 'button', 'See times: Smart Connect Essential').click()
    },
  ],
  [
    'an open time is chosen',
    async (page) => {
      await clickLast(page, 'input[type=radio]', ' \\d+ times?$')
      await clickFirst(page, 'input[type=radio]', '^\\d+:\\d\\d [AP]M')
      await byRole(page, 'button', 'Continue to Book').click()
      await expectText(page, 'Reserve your time')
    },
  ],
  [
    'a mailed code signs in',
    async (page, product) => {
      await byRole(page, 'textbox', 'Email').fill(email)
      await byRole(page, 'button', 'Continue with email').click()
      const code = await mailedCode(product)
      await page.locator('input[autocomplete="one-time-code"]').fill(code)
      await expectText(page, 'Secure Your Appointment')
    },
  ],
  [
    'a card pays',
    async (page) => {
      await byRole(page, 'textbox', 'Full Name').fill('Pat Customer')
      await byRole(page, 'textbox', 'Phone Number').fill('6265550142')
      const frame = await page.waitForSelector('iframe[title="Secure card payment input frame"]')
      const card = await frame?.contentFrame()
      if (!card) throw new Error('There is no card form')
      await byRole(card, 'textbox', 'Credit or debit card number').fill('4242424242424242')
      await byRole(card, 'textbox', 'Credit or debit card expiration date').fill('12 / 34')
      await byRole(card, 'textbox', 'Credit or debit card CVC/CVV').fill('123')
      await byRole(page, 'button', 'Secure Appointment').click()
      await expectText(page, 'Installation Appointment Confirmed!')
    },
  ],
  [
    'My Appointments lists it',
    async (page, { url }) => {
      await page.goto(`${url}/scheduler`)
      await expectText(page, '2014 Lexus RX')
      await expectText(page, 'Scheduled')
    },
  ],
  [
    'it is rescheduled',
    async (page) => {
      await byRole(page, 'button', 'Reschedule').click()
      await clickFirst(page, 'button', 'Book this time')
      await byRole(page, 'button', 'Save Changes').click()
      await expectText(page, 'Appointment rescheduled')
    },
  ],
  [
    'it is cancelled',
    async (page) => {
      await byRole(page, 'button', 'Cancel Appointment').click()
      await byRole(page, 'button', 'Cancel appointment').click()
      await expectText(page, 'Appointment cancelled')
    },
  ],
]

async function mailedCode({ sandboxUrl }: Product): Promise<string> {
  let code: string | undefined
  await pollUntil(30_000, async () => {
    const answer = await fetch(`${sandboxUrl}/sandbox/mailbox.json?to=${encodeURIComponent(email)}`)
    const mails = (await answer.json()) as { subject: string }[]
    code = mails.flatMap(({ subject }) => /^(\d{6}) is your /.exec(subject)?.[1] ?? [])[0]
    return code !== undefined
  })
  if (code === undefined) throw new Error('No code was mailed')
  return code
}

/** Walks the steps in a new profile of Firefox. Returns the problems; the first failed step ends the walk. */
async function walk(product: Product, executablePath: string): Promise<string[]> {
  const browser = await launch({ browser: 'firefox', executablePath })
  const problems: string[] = []
  try {
    console.log(await browser.version())
    const page = await browser.newPage()
    await page.setViewport({ width: 390, height: 844 })
    page.on('pageerror', (error) => problems.push(`error on a page: ${String(error)}`))
    for (const [name, step] of steps) {
      const begun = performance.now()
      try {
        await step(page, product)
        console.log(`✓ ${name} (${((performance.now() - begun) / 1000).toFixed(1)} s)`)
      } catch (error) {
        problems.push(`${name}: ${error instanceof Error ? error.message : String(error)}`)
        await page.screenshot({ path: 'test-results/firefox.png' })
        break
      }
    }
  } finally {
    await browser.close()
  }
  return problems
}

try {
  const executablePath = findFirefox()
  await ensureBuilt()
  const product = await startProduct()
  try {
    const problems = await walk(product, executablePath)
    for (const problem of problems) console.error(`✗ ${problem}`)
    process.exitCode = problems.length > 0 ? 1 : 0
  } finally {
    await product.stop()
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
