import * as z from 'zod/mini'
import { formatCents } from '../../../contract/money.ts'
import { surplusWords } from '../../../contract/payments/price-words.ts'
import { appointmentMail, cents, instant, line } from '../appointment-mail.ts'
import {
  customerFooter,
  greeting,
  locationRow,
  shopTime,
  startHeadline,
  vehicleRow,
  viewAppointments,
} from '../appointment-words.ts'
import type { DetailRow, MailContent } from '../mail-content.ts'
import { mailSubject } from '../mail-subject.ts'
import { mailedPriceLine, priceLineRows } from '../price-line-rows.ts'

const amount = z.int().check(z.nonnegative())

export const priceAgreed = z.extend(appointmentMail, {
  totalCents: cents,
  /** The part of the total that is not paid yet. */
  dueCents: amount,
  /** Held on the card when it was agreed to. */
  onHoldCents: amount,
  lines: z.array(mailedPriceLine),
  agreedAt: instant,
  via: z.enum(['shop', 'link']),
  signerName: line,
})
type Agreed = z.infer<typeof priceAgreed>

function priceRows({ packageName, priceCents, lines, totalCents }: Agreed): DetailRow[] {
  return [
    { label: 'Service', lines: [`${packageName} installation`, formatCents(priceCents)] },
    ...priceLineRows(lines),
    { label: 'Total', lines: [formatCents(totalCents)] },
  ]
}

function chargeLines({ paysBy, totalCents, dueCents, onHoldCents }: Agreed): string[] {
  const due = formatCents(dueCents)
  const paid = dueCents < totalCents ? [`${formatCents(totalCents - dueCents)} of it is paid already.`] : []
  if (paysBy !== undefined) return [...paid, `You pay ${due} at the shop.`]
  const surplus = surplusWords({ onHoldCents, dueCents }, 'your')
  return [
    ...paid,
    `Your card is charged ${due} once the work is done.`,
    ...(surplus === null ? [] : [surplus]),
  ]
}

/** The customer's copy of their agreement to a price, however it was made. */
export function describePriceAgreed(mail: Agreed, brandName: string): MailContent {
  const total = formatCents(mail.totalCents)
  const start = startHeadline(mail)
  const agreed = shopTime(mail.agreedAt, mail.timeZone)
  const way = mail.via === 'shop' ? `on a device at ${mail.shopName}` : 'by the link that we sent you'
  const signed = mail.signerName === '' ? [] : [`Signed as ${mail.signerName}`]
  return {
    subject: mailSubject(`You agreed to ${total} at `, mail.shopName, ''),
    preview: `Your copy: ${total}, agreed ${way}.`,
    badge: { text: 'Agreed', tone: 'good' },
    title: `You agreed to ${total}`,
    opening: `${greeting(mail)} this is your copy. You agreed to this price ${way}.`,
    blocks: [
      { kind: 'headline', look: 'amount', main: total, beside: `${agreed.day}, ${agreed.time}` },
      { kind: 'details', rows: priceRows(mail) },
      { kind: 'panel', heading: 'Payment', lines: chargeLines(mail) },
      {
        kind: 'section',
        heading: 'Not you?',
        text: 'If you did not agree to this, tell the shop right away. Nothing is charged before the work is done.',
      },
      {
        kind: 'details',
        rows: [
          { label: 'Agreed', lines: [agreed.day, agreed.time, ...signed] },
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
