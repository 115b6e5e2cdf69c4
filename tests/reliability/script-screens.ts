import type { Browser, BrowserContext, Page } from '@playwright/test'
import { choosePackage, chooseVehicle } from '../browser/customer-journey.ts'
import type { Person } from '../support/people.ts'
import { marksIn } from './script-payloads.ts'
import type { ScriptFixture } from './script-world.ts'

export type Screen = {
  name: string
  /** The viewer; signed out when left out. */
  by?: 'customer' | 'shop' | 'administrator'
  path: (fixture: ScriptFixture) => string
  /** A field that is shown there: the screen is read once it appears. */
  shows: string
  /** Only in whole runs: another screen of the same components is always checked. */
  isAlike?: true
  /** The steps from the path to the screen, where it needs any. */
  goOn?: (page: Page) => Promise<void>
}

/** The screens that show typed text. */
export const screens: readonly Screen[] = [
  { name: 'landing', path: () => '/', shows: 'shop' },
  { name: 'My Appointments', by: 'customer', path: () => '/scheduler', shows: 'make' },
  { name: 'account', by: 'customer', path: () => '/account', shows: 'passkey' },
  {
    name: 'schedule step',
    by: 'customer',
    path: () => '/scheduler',
    shows: 'shop',
    goOn: async (page) => {
      await chooseVehicle(page)
      await choosePackage(page)
      await page.getByRole('radio').first().waitFor()
    },
  },
  { name: 'Appointment Management', by: 'administrator', path: () => '/admin', shows: 'customer' },
  {
    name: 'Appointment Details',
    by: 'administrator',
    path: ({ appointment }) => `/admin?appointment=${appointment}`,
    shows: 'bay',
  },
  { name: 'overview', by: 'administrator', path: () => '/admin?view=overview', shows: 'make', isAlike: true },
  { name: 'shops', by: 'administrator', path: () => '/admin?view=shops', shows: 'shop', isAlike: true },
  {
    name: 'a shop',
    by: 'administrator',
    path: ({ shopId }) => `/admin?view=shop&shop=${shopId}`,
    shows: 'closure',
  },
  { name: 'own appointments', by: 'shop', path: () => '/admin', shows: 'customer', isAlike: true },
  // A day without hours and jobs has no bays to show.
  { name: 'own board', by: 'shop', path: ({ day }) => `/admin?view=board&day=${day}`, shows: 'bay' },
  { name: 'own shop', by: 'shop', path: () => '/admin?view=shop', shows: 'bay' },
  { name: 'own account', by: 'shop', path: () => '/account', shows: 'person', isAlike: true },
]

export type Watched = {
  context: BrowserContext
  /** The marks of the payloads that ran, and the violations of a page's policy. */
  ran: string[]
  violations: string[]
}

/** A browser that counts payloads that run, in every frame, and violations of a policy. */
export async function watchBrowser(browser: Browser, person: Person | null, url: string): Promise<Watched> {
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1440, height: 900 } })
  const watched: Watched = { context, ran: [], violations: [] }
  await context.exposeFunction('ranScript', (mark: string) => void watched.ran.push(mark))
  await context.exposeFunction('sawViolation', (text: string) => void watched.violations.push(text))
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const said = `${event.violatedDirective} ${event.blockedURI} ${event.sample} on ${location.href}`
      ;(window as unknown as { sawViolation(text: string): void }).sawViolation(said)
    })
  })
  if (person)
    await context.addCookies(
      person.cookie.split('; ').map((pair) => {
        const [name = '', value = ''] = pair.split(/=(.*)/s)
        return { name, value, url }
      }),
    )
  return watched
}

/** The whole content of a page: its document, and the values of its fields. */
export const heldBy = (page: Page): Promise<string> =>
  page.evaluate(() =>
    [
      document.documentElement.outerHTML,
      ...[...document.querySelectorAll('input, textarea, select')].map(
        (field) => (field as HTMLInputElement).value,
      ),
    ].join('\n'),
  )

/** Markup in a page that only typed text can have made, and embedded data that cannot be parsed any more. */
export const liveMarkup = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const odd =
      '[onerror], [onload], [onfocus], [ontoggle], [onmouseover], [srcdoc], [autofocus], math, object, base, [href^="javascript:" i], [src^="javascript:" i], [href^="data:text" i], [http-equiv="refresh" i], mglyph, details[open] > x'
    const made = [...document.querySelectorAll(odd)].map((one) => one.outerHTML.slice(0, 200))
    for (const script of document.scripts) {
      if (!script.type.includes('json')) {
        if (script.text.includes('ranScript')) made.push(script.outerHTML.slice(0, 200))
        continue
      }
      try {
        JSON.parse(script.text)
      } catch {
        made.push(`unreadable: ${script.text.slice(0, 200)}`)
      }
    }
    return made
  })

/** Opens a screen and waits for the typed text; returns the marks that it shows and its faults. */
export async function lookAt(
  page: Page,
  fixture: ScriptFixture,
  { name, path, shows, goOn }: Screen,
): Promise<{ marks: string[]; faults: string[] }> {
  await page.goto(path(fixture))
  await goOn?.(page)
  const isShown = await page
    .waitForFunction((field) => {
      const values = [...document.querySelectorAll('input')].map(({ value }) => value)
      return new RegExp(`m\\d+-${field}-m`).test([document.documentElement.outerHTML, ...values].join())
    }, shows)
    .then(
      () => true,
      () => false,
    )
  const faults = (await liveMarkup(page)).map((made) => `${name} has ${made}`)
  if (!isShown) faults.push(`${name} shows nothing of the field ${shows}`)
  return { marks: marksIn(await heldBy(page)), faults }
}
