import * as z from 'zod/mini'
import { formatCents } from '../../../contract/money.ts'
import { feeReasons, feeReasonWords } from '../../../contract/payments/cancellation-fee.ts'
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
import { mailedPriceLine, priceLineRows } from '../price-line-rows.ts'

export const paymentReceipt = z.extend(appointmentMail, {
  /** Charged to the card, all charges together. */
  chargedCents: cents,
  /** The number of charges, where there is more than one. */
  charges: z.optional(z.int()),
  /** The fee that was charged instead of the price. Missing for the price itself, and in older mails. */
  fee: z.optional(z.enum(feeReasons)),
  /** The amount of the holds that were charged; the rest of it was released. */
  heldCents: cents,
  chargedAt: instant,
  card,
  /** Missing in mails of the version before. */
  receiptNumber: z.optional(z.int()),
  /** The lines of the price. Missing without any. */
  lines: z.optional(z.array(mailedPriceLine)),
  /** Paid at the shop beside the card; missing where nothing was. */
  paidOtherwiseCents: z.optional(cents),
  /** The sales tax within all that was paid; missing while it is off. */
  tax: z.optional(z.object({ rate: z.int(), amountCents: z.int().check(z.nonnegative()) })),
})

type Receipt = z.infer<typeof paymentReceipt>

function serviceWords({ fee, lines = [], priceCents }: Receipt): string[] {
  if (fee !== undefined) return []
  return lines.length === 0 ? ['Parts & labor included'] : [formatCents(priceCents)]
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

function openingWords({ fee, shopName }: Receipt): string {
  switch (fee) {
    case undefined:
      return 'thank you. Enjoy the drive.'
    case 'late_cancellation':
      return `you cancelled your appointment at ${shopName} after free cancellation had ended, so we charged the cancellation fee you agreed to.`
    case 'no_show':
      return `you didn't come to your appointment at ${shopName}, so we charged the fee you agreed to.`
  }
}

/** To the customer, once the card is charged: the price, or the fee of a cancelled appointment. */
export function describeReceipt(mail: z.infer<typeof paymentReceipt>, brandName: string): MailContent {
  const amount = formatCents(mail.chargedCents)
  const number = appointmentNumber(mail.appointmentId)
  const charged = shopTime(mail.chargedAt, mail.timeZone)
  const start = startHeadline(mail)
  const rest = mail.heldCents - mail.chargedCents
  const { fee, charges = 1 } = mail
  const inCharges = charges > 1 ? `, in ${charges} charges` : ''
  return {
    subject:
      fee === undefined
        ? mailSubject(`Receipt: ${amount} for `, mail.packageName)
        : `Receipt: ${amount} ${feeReasonWords[fee].toLowerCase()}`,
    preview: `${amount} was charged to ${cardWords(mail.card)} on ${charged.day}.`,
    badge: { text: 'Paid', tone: fee === undefined ? 'good' : 'neutral' },
    title: 'Your receipt',
    opening: `${greeting(mail)} ${openingWords(mail)}`,
    blocks: [
      {
        kind: 'headline',
        look: 'amount',
        main: amount,
        beside: `charged to ${cardWords(mail.card)}${inCharges}`,
      },
      {
        kind: 'details',
        rows: [
          ...(mail.receiptNumber === undefined
            ? []
            : [{ label: 'Receipt', lines: [`No. ${mail.receiptNumber}`] }]),
          { label: 'Appointment number', lines: [number] },
          { label: 'Charged', lines: [charged.day, charged.time] },
          ...(fee === undefined ? [] : [{ label: 'For', lines: [feeReasonWords[fee]] }]),
          { label: 'Service', lines: [`${mail.packageName} installation`, ...serviceWords(mail)] },
          ...priceLineRows(mail.lines ?? []),
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
