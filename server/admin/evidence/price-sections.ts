import * as z from 'zod/mini'
import { formatCents, formatSignedCents } from '../../../contract/money.ts'
import { formatCard } from '../../../contract/payments/card-brand.ts'
import { groupRefunds } from '../../../contract/payments/group-refunds.ts'
import { priceLineKinds, priceLineWords, signedLineCents } from '../../../contract/payments/day-price.ts'
import type { Strokes } from '../../../contract/workshop/work-order.ts'
import type { Queryable } from '../../database/open-database.ts'
import type { AppointmentRow } from '../../database/rows.ts'
import type { DescribedLine } from '../../payments/price/list-price-lines.ts'
import { isRemainingPayment } from '../../payments/price/remaining-payment.ts'
import { shownCardOf } from '../../payments/shown-card.ts'
import type { ReportPart } from '../../workshop/sheets/report.ts'
import type { Format } from './words.ts'

/**
 * The agreements to a total other than that of the package: each with its lines and its signature. Also those
 * that no longer count: they show what was signed when.
 */
export async function listAgreements(
  db: Queryable,
  appointment: Pick<AppointmentRow, 'id' | 'price_cents'>,
  at: Format,
): Promise<ReportPart[]> {
  const rows = await db
    .selectFrom('price_agreements')
    .selectAll()
    .where('appointment_id', '=', appointment.id)
    .orderBy('agreed_at')
    .orderBy('id')
    .execute()
  return rows.map((row, index): ReportPart => {
    const facts: ReportPart = {
      kind: 'facts',
      rows: [
        { label: 'Package', text: formatCents(row.price_cents) },
        ...agreedLines.parse(row.lines).map((line) => ({
          label: priceLineWords[line.kind],
          text: lineText(line),
        })),
        { label: 'Total agreed to', text: formatCents(row.total_cents) },
      ],
    }
    const signature: ReportPart = {
      kind: 'signature',
      wording: row.wording,
      signerName: row.signer_name,
      signedOn: `${at(row.agreed_at)}, ${row.agreed_via === 'shop' ? 'on a device of the shop' : 'by a link to the customer'}`,
      strokes: row.strokes as Strokes,
      note: endWords(row, { next: rows[index + 1], appointment, at }),
    }
    return { kind: 'together', parts: [facts, signature] }
  })
}

type Signed = { price_cents: number; agreed_at: Date; ended_at: Date | null }
type After = { next: Signed | undefined; appointment: { price_cents: number }; at: Format }

/** Why an agreement no longer counts: a later agreement, or another package. Null for the one that counts. */
function endWords(
  { price_cents: priceCents, ended_at: endedAt }: Signed,
  { next, appointment, at }: After,
): string | null {
  if (endedAt !== null && (next === undefined || endedAt < next.agreed_at))
    return `No longer counts since ${at(endedAt)}, when the customer chose another package.`
  if (next) return `No longer counts since ${at(next.agreed_at)}, when the customer agreed again.`
  // Of an end before it was recorded only the other price tells.
  return appointment.price_cents === priceCents
    ? null
    : 'No longer counts, as the customer chose another package.'
}

/** 'Mounting bracket, $120'; a tip has no words of its own. */
function lineText(line: DescribedLine): string {
  const { kind, description } = line
  const amount = formatSignedCents(signedLineCents(line))
  return kind === 'tip' || description === '' ? amount : `${description}, ${amount}`
}

/** The lines of an agreement as they were shown. */
const agreedLines = z.array(
  z.object({ kind: z.enum(priceLineKinds), description: z.string(), amountCents: z.int() }),
)

const methodWords = {
  cash: 'in cash',
  terminal: 'with the shop’s card terminal',
  other: 'otherwise',
} as const

/** The holds at the card provider, the payments at the shop, and the refunds of parts. */
export async function listPayments(db: Queryable, id: string, at: Format): Promise<string[]> {
  const holds = await db
    .selectFrom('holds')
    .select([
      'provider_intent_id',
      'status',
      'amount_cents',
      'captured_cents',
      'card_brand',
      'card_last_four',
      'card_wallet',
    ])
    .where('appointment_id', '=', id)
    .where('provider_intent_id', 'is not', null)
    .orderBy('created_at')
    .execute()
  const atShop = await db
    .selectFrom('shop_payments as p')
    .select(['p.amount_cents', 'p.method', 'p.recorded_at'])
    .where('p.appointment_id', '=', id)
    .where(isRemainingPayment)
    .orderBy('p.recorded_at')
    .execute()
  const refunds = await db
    .selectFrom('refunds')
    .select(['amount_cents as amountCents', 'reason', 'requested_at', 'status'])
    .where('appointment_id', '=', id)
    .where('status', 'in', ['requested', 'made'])
    .orderBy('requested_at')
    .execute()
  return [
    ...holds.map((hold) => {
      const card = shownCardOf(hold)
      const named = card === null ? '' : `, ${formatCard(card)}`
      return `${hold.provider_intent_id}: ${hold.status}, ${formatCents(hold.captured_cents ?? hold.amount_cents)}${named}`
    }),
    ...atShop.map(
      (paid) =>
        `${at(paid.recorded_at)}: ${formatCents(Math.abs(paid.amount_cents))} ${paid.amount_cents < 0 ? 'given back' : 'paid'} at the shop, ${methodWords[paid.method]}`,
    ),
    ...groupRefunds(
      refunds.map((part) => ({
        ...part,
        at: part.requested_at.toISOString(),
        isMade: part.status === 'made',
      })),
    ).map(
      (refund) =>
        `${at(refund.requested_at)}: refund of ${formatCents(refund.amountCents)}. Reason: ${refund.reason}`,
    ),
  ]
}
