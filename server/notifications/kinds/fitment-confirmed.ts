import * as z from 'zod/mini'
import { appointmentMail, line } from '../appointment-mail.ts'
import {
  appointmentRows,
  customerFooter,
  greeting,
  shortStart,
  shortVehicle,
  startHeadline,
  viewAppointments,
} from '../appointment-words.ts'
import type { MailBlock, MailContent } from '../mail-content.ts'
import { mailSubject } from '../mail-subject.ts'

export const fitmentConfirmed = z.extend(appointmentMail, {
  /** The condition, typed by the shop; empty without one. */
  condition: line,
})

/** To the customer, once the shop has seen that the package fits the car. */
export function describeFitmentConfirmed(
  mail: z.infer<typeof fitmentConfirmed>,
  brandName: string,
): MailContent {
  const condition: MailBlock[] =
    mail.condition === '' ? [] : [{ kind: 'panel', heading: 'On one condition', lines: [mail.condition] }]
  return {
    subject: mailSubject('It fits: ', mail.packageName, ` on ${shortStart(mail)}`),
    preview: 'The shop checked your car. Your appointment is on.',
    badge: { text: 'It fits', tone: 'good' },
    title: 'Your package fits your car',
    opening: `${greeting(mail)} ${mail.shopName} checked your ${shortVehicle(mail)}: ${mail.packageName} fits. Your appointment is on.`,
    blocks: [
      startHeadline(mail),
      ...condition,
      {
        kind: 'panel',
        heading: 'Our guarantee',
        lines: ["If we say it fits and it doesn't, you pay nothing."],
      },
      viewAppointments(mail),
      { kind: 'details', rows: appointmentRows(mail) },
    ],
    footer: customerFooter(mail, brandName),
    calendar: null,
  }
}
