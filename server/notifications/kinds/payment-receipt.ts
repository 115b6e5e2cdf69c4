import * as z from 'zod/mini'
import { formatCents } from '../../../contract/money.ts'
import { priceLineKinds, priceLineWords } from '../../../contract/payments/day-price.ts'
import { formatTaxRate } from '../../../contract/payments/sales-tax.ts'
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
import type { DetailRow, MailContent } from '../mail-content.ts'
import { appointmentNumber } from '../../../contract/booking/appointment-number.ts'
import { mailSubject } from '../mail-subject.ts'

export const paymentReceipt = z.extend(appointmentMail, {
  /** Charged to the card, in one payment or in two. */
  chargedCents: cents,
  /** The amount of the holds that were charged; the rest of it was released. */
  heldCents: cents,
  chargedAt: instant,
  card,
  /** Missing in mails of the version before. */
  receiptNumber: z.optional(z.int()),
  /** The lines of the price without their words, which staff typed. Missing in older mails. */
  lines: z.optional(z.array(z.object({ kind: z.enum(priceLineKinds), amountCents: cents }))),
  /** Paid at the shop beside the card; missing where nothing was. */
  paidOtherwiseCents: z.optional(cents),
  /** The sales tax within all that was paid; missing while it is off. */
  tax: z.optional(z.object({ rate: z.int(), amountCents: z.int().check(z.nonnegative()) })),
})

type Receipt = z.infer<typeof paymentReceipt>

function serviceWords({ lines = [], priceCents }: Receipt): string[] {
  return lines.length === 0 ? ['Parts & labor included'] : [formatCents(priceCents)]
}

/** The page and the PDF have the words of the lines: an unproven address gets no typed text. */
function addedRows({ lines = [] }: Receipt): DetailRow[] {
  if (lines.length === 0) return []
  const words = lines.map(
    ({ kind, amountCents }) =>
      `${priceLineWords[kind]}: ${kind === 'discount' ? '-' : ''}${formatCents(amountCents)}`,
  )
  return [{ label: 'Added on the day', lines: words }]
}

function totalRows({ chargedCents, paidOtherwiseCents = 0, tax }: Receipt): DetailRow[] {
  const rows: DetailRow[] =
    paidOtherwiseCents > 0 ? [{ label: 'Paid at the shop', lines: [formatCents(paidOtherwiseCents)] }] : []
  const taxLines = tax
    ? [`includes ${formatCents(tax.amountCents)} sales tax (${formatTaxRate(tax.rate)})`]
    : []
  if (rows.length === 0 && taxLines.length === 0) return []
  return [
    ...rows,
    { label: 'Total paid', lines: [formatCents(chargedCents + paidOtherwiseCents), ...taxLines] },
  ]
}

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
          { label: 'Service', lines: [`${mail.packageName} installation`, ...serviceWords(mail)] },
          ...addedRows(mail),
          ...totalRows(mail),
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
