import { formatCents } from '../../../contract/money.ts'
import { formatCard } from '../../../contract/payments/card-brand.ts'
import { appointmentNumber } from '../../../contract/booking/appointment-number.ts'
import { paymentStateOf } from '../../../contract/payments/payment-state.ts'
import type { Sheet } from '../../../contract/workshop/sheets.ts'
import { refuse } from '../../../contract/refusals.ts'
import type { Queryable } from '../../database/open-database.ts'
import { shownCardOf } from '../../payments/shown-card.ts'
import { getSheetRow, momentWords, shopLines, timeWords, vehicleFact } from './read-sheet-facts.ts'

const methodWords = { cash: 'Cash', terminal: 'The shop’s card terminal', other: 'At the shop' } as const

type Paid = { at: Date; with: string; paidCents: number; refundedCents: number }

/** The receipt of a paid appointment. Refuses one that was never paid as `not_paid`. */
export async function getReceiptSheet(db: Queryable, id: string): Promise<Sheet> {
  const row = await getSheetRow(db, id)
  const paid = (await findCardPayment(db, id)) ?? (await findShopPayment(db, id))
  if (!paid || row.receipt_number === null) return refuse('not_paid')
  return {
    title: 'Receipt',
    subtitle: `No. ${row.receipt_number} · ${momentWords(paid.at, row.time_zone)}`,
    shop: shopLines(row),
    jobUrl: null,
    facts: [
      { label: 'Customer', lines: [row.customer_name] },
      vehicleFact(row),
      { label: 'Appointment', lines: [appointmentNumber(id), timeWords(row)] },
      { label: 'Paid with', lines: [paid.with] },
    ],
    amounts: [
      {
        label: `${row.package_name} installation, parts and labor`,
        amount: formatCents(paid.paidCents),
        isTotal: false,
      },
      { label: 'Total paid', amount: formatCents(paid.paidCents), isTotal: true },
      ...(paid.refundedCents > 0
        ? [{ label: 'Refunded', amount: `−${formatCents(paid.refundedCents)}`, isTotal: false }]
        : []),
    ],
    lists: [],
    signature: null,
    footer: `Receipt of ${row.business_name}. Thank you.`,
  }
}

/** The captured payment, from the ledger. */
async function findCardPayment(db: Queryable, id: string): Promise<Paid | null> {
  const rows = await db
    .selectFrom('ledger as l')
    .innerJoin('holds as h', 'h.id', 'l.hold_id')
    .select(['l.hold_id as holdId', 'l.movement', 'l.amount_cents as amountCents', 'l.recorded_at'])
    .select(['h.card_brand', 'h.card_last_four', 'h.card_wallet'])
    .where('l.appointment_id', '=', id)
    .orderBy('l.id')
    .execute()
  const captured = rows.findLast(({ movement }) => movement === 'captured')
  if (!captured) return null
  const { capturedCents, refundedCents } = paymentStateOf(rows)
  const card = shownCardOf(captured)
  return {
    at: captured.recorded_at,
    with: card === null ? 'Card' : formatCard(card),
    paidCents: capturedCents,
    refundedCents,
  }
}

async function findShopPayment(db: Queryable, id: string): Promise<Paid | null> {
  const payment = await db
    .selectFrom('shop_payments')
    .select(['amount_cents', 'method', 'recorded_at'])
    .where('appointment_id', '=', id)
    .executeTakeFirst()
  if (!payment) return null
  return {
    at: payment.recorded_at,
    with: methodWords[payment.method],
    paidCents: payment.amount_cents,
    refundedCents: 0,
  }
}
