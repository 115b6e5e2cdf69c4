import type { Page } from '@playwright/test'
import { mailsTo } from '../support/mails.ts'
import { readCsv } from '../support/read-csv.ts'
import type { World } from '../support/start-world.ts'
import { marksIn } from './script-payloads.ts'
import { liveMarkup } from './script-screens.ts'
import type { ScriptFixture } from './script-world.ts'

type Read = { marks: { of: string; marks: string[] }[]; faults: string[] }

/** The start of a formula in a spreadsheet. */
const formula = /^[\s\p{Cc}]*[=+\-@]/u

/** Reads typed texts as they stand in files: none may begin a formula, a line or a field of its own. */
export async function readFiles(fixture: ScriptFixture): Promise<Read> {
  const csv = (await fixture.administrator.get('/api/admin/appointments.csv')).body as string
  const statement = (await fixture.shop.get(`/api/admin/shops/${fixture.shopId}/statement.csv?month=2026-12`))
    .body as string
  const calendar = (await fixture.customer.get(`/api/appointments/${fixture.appointment}/calendar`))
    .body as string
  const data = (await fixture.customer.get('/api/account/data')).body as object
  const cells = readCsv(csv.replace(/^\uFEFF/, ''))
  const faults = cells
    .flat()
    .filter((cell) => marksIn(cell).length > 0 && formula.test(cell))
    .map((cell) => `a cell of the CSV begins ${cell.slice(0, 60)}`)
  if (new Set(cells.map(({ length }) => length)).size !== 1) faults.push('the rows of the CSV differ')
  const calendarText = calendar.replaceAll('\r\n ', '')
  const lines = calendarText.split('\r\n').filter((line) => marksIn(line).length > 0)
  if (lines.some((line) => !/^(SUMMARY|DESCRIPTION|LOCATION|ORGANIZER|ATTENDEE)[;:]/.test(line)))
    faults.push('the calendar file has a line of typed text')
  return {
    marks: [
      { of: 'CSV', marks: marksIn(csv) },
      { of: 'statement', marks: marksIn(statement) },
      { of: 'calendar file', marks: marksIn(calendarText) },
      { of: 'data export', marks: marksIn(JSON.stringify(data)) },
    ],
    faults,
  }
}

/**
 * The mails of a round: in the sandbox's mailbox, and in a page without any policy, since mail clients may
 * have none.
 */
export async function readMails(world: World, fixture: ScriptFixture, page: Page): Promise<Read> {
  const read: Read = { marks: [], faults: [] }
  for (const { email } of [fixture.customer, fixture.shop]) {
    const mail = (await mailsTo(world, email)).at(-1) as unknown as {
      id: string
      subject: string
      html: string
    }
    await page.goto(`${world.sandboxUrl}/sandbox/mailbox/${mail.id}`)
    await page.getByRole('heading', { name: mail.subject }).first().waitFor()
    read.faults.push(...(await liveMarkup(page)).map((made) => `the mailbox has ${made}`))
    await page.goto('about:blank')
    await page.setContent(mail.html, { waitUntil: 'domcontentloaded' })
    read.faults.push(...(await liveMarkup(page)).map((made) => `a mail has ${made}`))
    read.marks.push({ of: `mail ${mail.subject.split(' ')[0]}`, marks: marksIn(mail.html) })
  }
  return read
}
