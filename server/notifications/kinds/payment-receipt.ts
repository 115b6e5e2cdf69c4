import * as z from 'zod/mini'
import { formatCents } from '../../../contract/money.ts'
import { appointmentMail, card, cents, instant } from '../appointment-mail.ts'
import {
  cardWords,
  emailWords,
  customerFooter,
  greeting,
  locationRow,
  shopTime,
  startHeadline,
  vehicleRow,
  viewAppointments,
} from '../appointment-words.ts'
import type { MailContent } from '../mail-content.ts'
import { appointmentNumber } from '../../../contract/booking/appointment-number.ts'
import { mailSubject } from '../mail-subject.ts'

export const paymentReceipt = z.extend(appointmentMail, {
  chargedCents: cents,
  /** The amount of the hold; the rest of it was released. */
  heldCents: cents,
  chargedAt: instant,
  card,
  /** Missing in mails of the version before. */
  receiptNumber: z.optional(z.int()),
})

/** To the customer, once the card is charged. */
export function describeReceipt(mail: z.infer<typeof paymentReceipt>, brandName: string): MailContent {
  const amount = formatCents(mail.chargedCents)
  const number = appointmentNumber(mail.appointmentId)
  const charged = shopTime(mail.chargedAt, mail.timeZone)
  const start = startHeadline(mail)
  const rest = mail.heldCents - mail.chargedCents
  return {
    subject: mailSubject(`Receipt: ${amount} for `, mail.packageName),
    preview: `${amount} was charged to ${cardWords(mail.card)} on ${charged.day}.`,
    badge: { text: 'Paid', tone: 'good' },
    title: 'Your receipt',
    opening: `${greeting(mail)} thank you. Enjoy the drive.`,
    blocks: [
      { kind: 'headline', look: 'amount', main: amount, beside: `charged to ${cardWords(mail.card)}` },
      {
        kind: 'details',
        rows: [
          ...(mail.receiptNumber === undefined
            ? []
            : [{ label: 'Receipt', lines: [`No. ${mail.receiptNumber}`] }]),
          { label: 'Appointment number', lines: [number] },
          { label: 'Charged', lines: [charged.day, charged.time] },
          { label: 'Service', lines: [`${mail.packageName} installation`, 'Parts & labor included'] },
          { label: 'Appointment', lines: [start.main, start.beside] },
          vehicleRow(mail),
          locationRow(mail),
          ...(mail.customerName === ''
            ? []
            : [{ label: 'Customer', lines: [mail.customerName, emailWords(mail)] }]),
        ],
      },
      ...(rest > 0
        ? [
            {
              kind: 'panel' as const,
              heading: 'We released the rest of the hold',
              lines: [
                `We held ${formatCents(mail.heldCents)} and didn't charge the remaining ${formatCents(rest)}. Your bank may show it for a few more days.`,
              ],
            },
          ]
        : []),
      viewAppointments(mail),
    ],
    footer: customerFooter(mail, brandName),
    calendar: null,
  }
}
