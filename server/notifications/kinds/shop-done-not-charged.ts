import { formatCents } from '../../../contract/money.ts'
import { dayOf } from '../../../contract/time.ts'
import type { JobLine, MailContent } from '../mail-content.ts'
import { mailSubject } from '../mail-subject.ts'
import { memberFooter } from '../shop-appointment-mail.ts'
import {
  jobCount,
  jobLine,
  jobsBlock,
  shopDayMail,
  shortDayOf,
  type DayJob,
  type ShopDayMail,
} from '../shop-day-mail.ts'

export const shopDoneNotCharged = shopDayMail

/** To the shop in the evening, while finished jobs are not charged. */
export function describeDoneNotCharged(mail: ShopDayMail, brandName: string): MailContent {
  const jobs = jobCount(mail.count)
  const are = mail.count === 1 ? 'is' : 'are'
  return {
    subject: mailSubject('Not charged yet: ', `${jobs} on ${shortDayOf(mail.day)}`),
    preview: `${jobs} ended and ${are} not charged. Open each one and click Capture Payment.`,
    badge: { text: 'Not charged yet', tone: 'attention' },
    title: `${jobs} ${are} done but not charged`,
    opening:
      'If the work is done, open the job and click Capture Payment. If it was not done, cancel it there.',
    blocks: [
      ...jobsBlock(mail, 'Finished jobs', unchargedLine),
      {
        kind: 'action',
        label: 'Open appointments',
        url: mail.adminUrl,
        hint: 'Most holds last about a week. After that, the card may be declined.',
      },
    ],
    footer: memberFooter(mail.shopName, brandName),
    calendar: null,
  }
}

/** With the day, which may be an earlier one, and the amount that waits. */
function unchargedLine(each: DayJob, mail: Pick<ShopDayMail, 'timeZone'>): JobLine {
  const line = jobLine(each, mail)
  return {
    ...line,
    time: `${shortDayOf(dayOf(Date.parse(each.startsAt), mail.timeZone))}, ${line.time}`,
    title: `${line.title}: open to charge ${formatCents(each.priceCents)}`,
  }
}
