import * as z from 'zod/mini'
import { whatToBring } from '../../../contract/booking/what-to-bring.ts'
import { formatCents } from '../../../contract/money.ts'
import { appointmentMail } from '../appointment-mail.ts'
import {
  appointmentRows,
  changeSection,
  chargePromise,
  customerFooter,
  feeLines,
  greeting,
  renewalLines,
  shortStart,
  shortVehicle,
  startHeadline,
  viewAppointments,
} from '../appointment-words.ts'
import type { MailContent } from '../mail-content.ts'
import { mailSubject } from '../mail-subject.ts'

export const appointmentConfirmed = z.extend(appointmentMail, {
  /** Whether the shop still has to check that the package fits. Missing in mails of older versions. */
  awaitsFitment: z.optional(z.boolean()),
})

type ConfirmedMail = z.infer<typeof appointmentConfirmed>

/** To the customer, once the appointment is confirmed: the card is held, or it is paid at the shop. */
export function describeConfirmed(mail: ConfirmedMail, brandName: string): MailContent {
  const headline = startHeadline(mail)
  return {
    subject: mailSubject('Confirmed: ', mail.packageName, ` on ${shortStart(mail)}`),
    preview: `${headline.main}, ${headline.beside}. ${mail.paysBy ? chargePromise(mail) : 'Your card is held, not charged.'}`,
    badge: { text: 'Confirmed', tone: 'good' },
    title: 'Your installation is confirmed',
    opening: `${greeting(mail)} thank you. ${nextStep(mail)}`,
    blocks: [
      headline,
      viewAppointments(
        mail,
        'Open the attachment to add it to your calendar, with a reminder the day before.',
      ),
      { kind: 'details', rows: appointmentRows(mail) },
      mail.paysBy === undefined
        ? {
            kind: 'panel',
            heading: 'Your card is held, not charged',
            lines: [
              `A hold of ${formatCents(mail.priceCents)} secures your appointment. Your bank may show it as pending.`,
              chargePromise(mail),
              ...feeLines(mail),
              ...(mail.awaitsFitment && mail.cancelFee
                ? ['While the shop checks your car, cancelling is free.']
                : []),
              ...renewalLines(mail),
            ],
          }
        : { kind: 'panel', heading: 'You pay at the shop', lines: [chargePromise(mail)] },
      { kind: 'list', heading: 'What to bring', items: [...whatToBring] },
      changeSection(mail),
    ],
    footer: customerFooter(mail, brandName),
    calendar: { method: 'PUBLISH', appointment: mail },
  }
}

function nextStep(mail: ConfirmedMail): string {
  const { shopName, packageName, awaitsFitment = false } = mail
  return awaitsFitment
    ? `${shopName} keeps this time for you and first checks that ${packageName} fits your ${shortVehicle(mail)}. If it doesn't fit, we cancel and you pay nothing.`
    : `${shopName} is expecting you and your ${shortVehicle(mail)}.`
}
