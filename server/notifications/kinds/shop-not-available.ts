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
    preview: 'Your appointment stands. The shop takes no new ones, and this one cannot be moved for now.',
    badge: { text: 'Please read', tone: 'attention' },
    title: 'Your shop takes no new appointments',
    opening: `${greeting(mail)} ${mail.shopName} takes no new appointments at ${brandName} for now. Your appointment stands, at the same time and price.`,
    blocks: [
      startHeadline(mail),
      {
        kind: 'panel',
        heading: 'What you can do',
        lines: [
          'Keep the appointment: there is nothing you need to do. We write to you if it cannot take place.',
          'Cancel it free of charge under My Appointments, and book at another shop. It cannot be moved or given another package for now.',
        ],
      },
      viewAppointments(mail),
      { kind: 'details', rows: appointmentRows(mail) },
    ],
    footer: customerFooter(mail, brandName),
    calendar: { method: 'PUBLISH', appointment: mail },
  }
}
