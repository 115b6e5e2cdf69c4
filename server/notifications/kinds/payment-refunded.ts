import * as z from 'zod/mini'
import { formatCents } from '../../../contract/money.ts'
import { appointmentMail, card, cents, instant } from '../appointment-mail.ts'
import {
  cardWords,
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
import { givenReason, reasonPanel, shownReason } from '../shop-mail.ts'

export const paymentRefunded = z.extend(appointmentMail, {
  refundedCents: cents,
  refundedAt: instant,
  card,
  /** Typed by staff with the refund of a part. Missing without one, and in mails of older versions. */
  reasonGiven: givenReason,
  /** Stays in a mail that leaves out typed text. */
  hasReason: z.optional(z.boolean()),
})

/** To the customer, once the provider refunds a charge. */
export function describeRefunded(mail: z.infer<typeof paymentRefunded>, brandName: string): MailContent {
  const amount = formatCents(mail.refundedCents)
  const refunded = shopTime(mail.refundedAt, mail.timeZone)
  const start = startHeadline(mail)
  return {
    subject: mailSubject(`Refund: ${amount} for `, mail.packageName),
    preview: `${amount} goes back to ${cardWords(mail.card)}. Expect it in 5 to 10 business days.`,
    badge: { text: 'Refunded', tone: 'neutral' },
    title: 'Your refund is on its way',
    opening: `${greeting(mail)} we sent your refund. There's nothing you need to do.`,
    blocks: [
      { kind: 'headline', look: 'amount', main: amount, beside: `back to ${cardWords(mail.card)}` },
      ...reasonPanel(shownReason(mail)),
      {
        kind: 'panel',
        heading: 'When to expect it',
        lines: ['Banks take 5 to 10 business days to show a refund. Some remove the charge instead.'],
      },
      {
        kind: 'details',
        rows: [
          { label: 'Appointment number', lines: [appointmentNumber(mail.appointmentId)] },
          { label: 'Refunded', lines: [refunded.day, refunded.time] },
          { label: 'Service', lines: [`${mail.packageName} installation`] },
          { label: 'Appointment', lines: [start.main, start.beside] },
          vehicleRow(mail),
          locationRow(mail),
        ],
      },
      viewAppointments(mail),
    ],
    footer: customerFooter(mail, brandName),
    calendar: null,
  }
}
