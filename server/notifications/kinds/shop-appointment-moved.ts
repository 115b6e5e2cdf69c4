import * as z from 'zod/mini'
import { instant } from '../appointment-mail.ts'
import { shopTime, shortStart } from '../appointment-words.ts'
import type { MailContent } from '../mail-content.ts'
import { mailSubject } from '../mail-subject.ts'
import {
  carName,
  memberFooter,
  openAppointmentAction,
  shopAppointmentMail,
  shopAppointmentRows,
  shopCalendar,
  shopHeadline,
} from '../shop-appointment-mail.ts'

export const shopAppointmentMoved = z.extend(shopAppointmentMail, {
  /** The start before the move. */
  previousStartsAt: instant,
})

/** To the shop, once an appointment has another start. */
export function describeShopMoved(
  mail: z.infer<typeof shopAppointmentMoved>,
  brandName: string,
): MailContent {
  const headline = shopHeadline(mail)
  const before = shopTime(mail.previousStartsAt, mail.timeZone)
  return {
    subject: mailSubject('Rescheduled: ', carName(mail), ` to ${shortStart(mail)}`),
    preview: `Now ${headline.main}, ${headline.beside}. It was ${before.day}, ${before.time}.`,
    badge: { text: 'Rescheduled', tone: 'good' },
    title: 'An appointment has a new time',
    opening: `${mail.packageName} for a ${carName(mail)} was rescheduled. The old time is open again.`,
    blocks: [
      { ...headline, past: `${before.day}, ${before.time}` },
      openAppointmentAction(mail, 'Open the attachment to update your calendar.'),
      { kind: 'details', rows: shopAppointmentRows(mail) },
    ],
    footer: memberFooter(mail.shopName, brandName),
    calendar: shopCalendar(mail, 'PUBLISH'),
  }
}
