import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { openSandbox } from '../sandbox/open-sandbox.ts'
import { expect, test } from '@playwright/test'
import { expectSoundInBothLights, findAxeFaults, wcag } from './expect-sound.ts'

type Mail = { id: string; subject: string; text: string; html: string }

const script = join(import.meta.dirname, '../../scripts/send-sample-mails.ts')

/** The output and the files of `npm run mails`. */
async function sendSamples(sandboxUrl: string): Promise<string> {
  const { port } = new URL(sandboxUrl)
  const env = { PATH: process.env['PATH'], SANDBOX_PORT: port }
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', script], { env })
  return stdout
}

/** The mails that use a component or a color for the first time: all others consist of theirs. */
function withNewLooks(mails: Mail[]): Mail[] {
  const seen = new Set<string>()
  return mails.filter(({ html }) => {
    const looks = [...html.matchAll(/<(\w+)[^>]* class="([^"]*)"/g)].map(([, tag, name]) => `${tag} ${name}`)
    const news = looks.filter((look) => !seen.has(look))
    for (const look of news) seen.add(look)
    return news.length > 0
  })
}

/** All mails in one page: they share their head, and one axe run is faster than one for each. */
function oneBelowTheOther(mails: Mail[]): string {
  const [head = ''] = mails[0]?.html.split(/(?<=<body[^>]*>)/) ?? []
  return head + mails.map(({ html }) => html.split(/<body[^>]*>|<\/body>/)[1]).join('')
}

/** The mails that scroll sideways. */
const tooWide = (page: Page): Promise<(string | null)[]> =>
  page
    .getByRole('article')
    .evaluateAll((articles) =>
      articles
        .filter((mail) => mail.scrollWidth > window.innerWidth)
        .map((mail) => mail.getAttribute('aria-label')),
    )

test('a mail of every kind passes axe in both color schemes at 320 px, and the sandbox shows each @desktop', async ({
  page,
}) => {
  // axe reads thirty mails, which takes long on a slow machine.
  test.setTimeout(150_000)
  const sandbox = await openSandbox()
  try {
    expect(await sendSamples(sandbox.url(''))).toMatch(/^\d{2,3} mails, one of every kind and more: http/)
    const mails = (await (await fetch(sandbox.url('/sandbox/mailbox.json'))).json()) as Mail[]
    expect(mails.length).toBeGreaterThan(25)

    await page.setViewportSize({ width: 320, height: 640 })
    const all = oneBelowTheOther(mails)
    await page.setContent(all)
    await expect(page.getByRole('article')).toHaveCount(mails.length)
    const [words] = await page.getByText("There's nothing else to do.").all()
    await expect(words!).toHaveCSS('text-wrap-style', 'pretty')
    const butContrast = { ...wcag, rules: { 'color-contrast': { enabled: false } } }
    expect(await findAxeFaults(page, butContrast)).toEqual([])
    expect(await tooWide(page)).toEqual([])
    // Contrast takes ten times as long as all other rules.
    await page.setContent(oneBelowTheOther(withNewLooks(mails)))
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect(await findAxeFaults(page, { runOnly: ['color-contrast'] }), colorScheme).toEqual([])
    }
    // As in mail clients that remove every style sheet.
    await page.setContent(all.replaceAll(/<style>.*?<\/style>/gs, ''))
    expect(await tooWide(page)).toEqual([])

    await page.setViewportSize({ width: 1440, height: 900 })
    for (const part of ['/sandbox', '/sandbox/payments', '/sandbox/mailbox?to=nobody']) {
      await page.goto(sandbox.url(part))
      await expectSoundInBothLights(page, part)
    }
    await page.goto(sandbox.url('/sandbox/mailbox'))
    await expectSoundInBothLights(page, 'the mailbox')
    await page.getByLabel('To').fill('every-kind@example')
    await page.getByRole('button', { name: 'Show' }).click()
    await page.getByRole('link', { name: 'Confirmed: Smart Connect Premium' }).first().click()
    await expect(page.getByRole('heading', { name: 'Calendar file' })).toBeVisible()
    await page.getByRole('link', { name: 'Without pictures' }).click()
    await expect(page.getByRole('link', { name: 'Without pictures' })).toHaveAttribute('aria-current', 'page')
    const facts = ['Monday, December 7, 2026', '9:00 AM PST', '$799', '1200 W Main St, Alhambra, CA 91801']
    for (const words of ['Phone, dark', 'Desktop, light']) {
      const mail = page.frameLocator(`iframe[title="The mail: ${words}"]`).getByRole('article')
      for (const fact of facts) await expect(mail).toContainText(fact)
    }
    await page.setViewportSize({ width: 390, height: 844 })
    await expectSoundInBothLights(page, 'a mail on a phone')
  } finally {
    await sandbox.close()
  }
})
