import type * as z from 'zod/mini'
import { appointmentMail } from '../appointment-mail.ts'
import {
  appointmentRows,
  customerFooter,
  greeting,
  shortStart,
  startHeadline,
  viewAppointments,
} from '../appointment-words.ts'
import type { MailContent } from '../mail-content.ts'
import { mailSubject } from '../mail-subject.ts'

export const shopNotAvailable = appointmentMail

/** To the customer of a coming appointment, once its shop is suspended. */
export function describeShopNotAvailable(
  mail: z.infer<typeof shopNotAvailable>,
  brandName: string,
): MailContent {
  return {
    subject: mailSubject('About ', mail.shopName, ` on ${shortStart(mail)}`),
    preview: "Your appointment is still on. The shop takes no new ones, and you can't move this one for now.",
    badge: { text: 'Please read', tone: 'attention' },
    title: 'Your shop takes no new appointments',
    opening: `${greeting(mail)} ${mail.shopName} takes no new appointments at ${brandName} for now. Yours is still on, at the same time and price.`,
    blocks: [
      startHeadline(mail),
      {
        kind: 'panel',
        heading: 'What you can do',
        lines: [
          "Keep the appointment: there's nothing you need to do. We'll email you if it can't take place.",
          "Cancel it for free under My Appointments, and book at another shop. You can't move it or change its package for now.",
        ],
      },
      viewAppointments(mail),
      { kind: 'details', rows: appointmentRows(mail) },
    ],
    footer: customerFooter(mail, brandName),
    calendar: { method: 'PUBLISH', appointment: mail },
  }
}
