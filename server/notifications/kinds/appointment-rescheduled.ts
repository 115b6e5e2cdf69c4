import * as z from 'zod/mini'
import { appointmentMail, instant } from '../appointment-mail.ts'
import {
  appointmentRows,
  changeSection,
  chargePromise,
  customerFooter,
  feeLines,
  greeting,
  renewalLines,
  shopTime,
  shortStart,
  shortVehicle,
  startHeadline,
  viewAppointments,
} from '../appointment-words.ts'
import type { MailContent } from '../mail-content.ts'
import { mailSubject } from '../mail-subject.ts'

export const appointmentRescheduled = z.extend(appointmentMail, {
  /** The start before the change. */
  previousStartsAt: instant,
})

/** To the customer, once the appointment has another start. */
export function describeRescheduled(
  mail: z.infer<typeof appointmentRescheduled>,
  brandName: string,
): MailContent {
  const headline = startHeadline(mail)
  const before = shopTime(mail.previousStartsAt, mail.timeZone)
  return {
    subject: mailSubject('New time: ', mail.packageName, ` on ${shortStart(mail)}`),
    preview: `Now ${headline.main}, ${headline.beside}. It was ${before.day}, ${before.time}.`,
    badge: { text: 'New time', tone: 'good' },
    title: 'Your installation has a new time',
    opening: `${greeting(mail)} your appointment was moved. ${mail.shopName} is expecting you and your ${shortVehicle(mail)} at the new time.`,
    blocks: [
      { ...headline, past: `${before.day}, ${before.time}` },
      viewAppointments(mail, 'Open the attachment to update your calendar.'),
      { kind: 'details', rows: appointmentRows(mail) },
      {
        kind: 'panel',
        heading: 'The price stays the same',
        lines: [chargePromise(mail), ...feeLines(mail), ...renewalLines(mail)],
      },
      changeSection(mail),
    ],
    footer: customerFooter(mail, brandName),
    calendar: { method: 'PUBLISH', appointment: mail },
  }
}
