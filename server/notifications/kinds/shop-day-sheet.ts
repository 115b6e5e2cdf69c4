import * as z from 'zod/mini'
import { formatLongDay, formatTwelveHour, wallTimeOf } from '../../../contract/time.ts'
import type { MailBlock, MailContent } from '../mail-content.ts'
import { mailSubject } from '../mail-subject.ts'
import { memberFooter } from '../shop-appointment-mail.ts'
import { jobCount, jobsBlock, shopDayMail, shortDayOf } from '../shop-day-mail.ts'
import { instant } from '../appointment-mail.ts'
import { shopNameOf } from '../shop-mail.ts'

const counter = z.int().check(z.nonnegative())

export const shopDaySheet = z.extend(shopDayMail, {
  /** The start of the first job; null on a day without one. */
  firstStartsAt: z.nullable(instant),
  /** Finished jobs that are not charged, open fitment checks, and upcoming jobs without a held card. */
  uncharged: counter,
  openChecks: counter,
  failedHolds: counter,
})
type DaySheet = z.infer<typeof shopDaySheet>

/** To the shop at 7 AM on a day with jobs or open questions. */
export function describeDaySheet(mail: DaySheet, brandName: string): MailContent {
  const jobs = mail.count === 0 ? 'no jobs' : jobCount(mail.count)
  const first = mail.firstStartsAt === null ? null : Date.parse(mail.firstStartsAt)
  const from =
    first === null ? '' : `, the first at ${formatTwelveHour(wallTimeOf(first, mail.timeZone).minutes)}`
  const attention = attentionOf(mail)
  return {
    subject: mailSubject(`${shortDayOf(mail.day)}: `, `${jobs}${from}`),
    preview: `Your day sheet: ${jobs}${from}.${attention.length > 0 ? ' Something needs your attention.' : ''}`,
    badge: { text: 'Day sheet', tone: attention.length > 0 ? 'attention' : 'neutral' },
    title: formatLongDay(mail.day),
    opening: `${shopNameOf(mail)} has ${jobs} today${from}.`,
    blocks: [
      ...needsAttention(attention),
      ...jobsBlock(mail, 'Jobs of the day'),
      {
        kind: 'action',
        label: 'Open the board',
        url: mail.adminUrl,
        hint: 'The board has all changes since 7 AM.',
      },
    ],
    footer: memberFooter(mail.shopName, brandName),
    calendar: null,
  }
}

function needsAttention(lines: string[]): MailBlock[] {
  return lines.length === 0 ? [] : [{ kind: 'panel', heading: 'Needs attention', lines }]
}

function attentionOf({ uncharged, openChecks, failedHolds }: DaySheet): string[] {
  const told = (count: number, one: string, several: string) =>
    count === 0 ? [] : [count === 1 ? `1 ${one}.` : `${count} ${several}.`]
  return [
    ...told(uncharged, 'finished job is not charged yet', 'finished jobs are not charged yet'),
    ...told(openChecks, 'car awaits your fitment check', 'cars await your fitment check'),
    ...told(failedHolds, 'upcoming job has no held card', 'upcoming jobs have no held card'),
  ]
}
