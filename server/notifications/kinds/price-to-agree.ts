import * as z from 'zod/mini'
import { formatCents } from '../../../contract/money.ts'
import { appointmentMail, cents, webAddress } from '../appointment-mail.ts'
import {
  customerFooter,
  greeting,
  locationRow,
  serviceRow,
  shortVehicle,
  startHeadline,
  vehicleRow,
} from '../appointment-words.ts'
import type { MailContent } from '../mail-content.ts'
import { mailSubject } from '../mail-subject.ts'

export const priceToAgree = z.extend(appointmentMail, {
  totalCents: cents,
  /** The signed link to the page with the lines of the price. */
  priceUrl: webAddress,
})

/** To a customer whose job costs more than was agreed. The page lists the lines: they are typed text. */
export function describePriceToAgree(mail: z.infer<typeof priceToAgree>, brandName: string): MailContent {
  const start = startHeadline(mail)
  const [total, before] = [formatCents(mail.totalCents), formatCents(mail.priceCents)]
  return {
    subject: mailSubject(`Please agree to ${total} at `, mail.shopName, ''),
    preview: `The total for your ${shortVehicle(mail)} is ${total}. Nothing more is charged before you agree.`,
    badge: { text: 'Action needed', tone: 'attention' },
    title: `Your total is ${total}`,
    opening: `${greeting(mail)} ${mail.shopName} added something to your job, so it costs more than the ${before} you agreed to.`,
    blocks: [
      { kind: 'headline', look: 'amount', main: total, beside: `instead of ${before}` },
      {
        kind: 'action',
        label: 'See the price and agree',
        url: mail.priceUrl,
        hint: `The page lists each part. It takes a minute, without signing in. The button opens ${new URL(mail.priceUrl).host}.`,
      },
      {
        kind: 'panel',
        heading: 'Nothing more is charged before you agree',
        lines: [
          'If you do not agree, speak with the shop. Without your agreement the price stays as it was.',
        ],
      },
      {
        kind: 'details',
        rows: [
          { label: 'Appointment', lines: [start.main, start.beside] },
          serviceRow(mail),
          vehicleRow(mail),
          locationRow(mail),
        ],
      },
    ],
    footer: customerFooter(mail, brandName),
    calendar: null,
  }
}
