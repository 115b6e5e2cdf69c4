import { formatCents } from '../../../contract/money.ts'
import { formatCard } from '../../../contract/payments/card-brand.ts'
import { paymentStateOf } from '../../../contract/payments/payment-state.ts'
import type { Queryable } from '../../database/open-database.ts'
import { isRemainingPayment } from '../../payments/price/remaining-payment.ts'
import { shownCardOf } from '../../payments/shown-card.ts'

const methodWords = { cash: 'Cash', terminal: 'The shop’s card terminal', other: 'At the shop' } as const

/** A payment by card, or at the shop. Integer cents. */
export type Payment = { at: Date; with: string; cents: number; isCharge: boolean }

/**
 * The captured payments from the ledger and those at the shop, the earliest first, and all refunds.
 * `returnedCents`: given back at the shop.
 */
export async function listPayments(
  db: Queryable,
  id: string,
): Promise<{ payments: Payment[]; refundedCents: number; returnedCents: number }> {
  const rows = await db
    .selectFrom('ledger as l')
    .innerJoin('holds as h', 'h.id', 'l.hold_id')
    .select(['l.hold_id as holdId', 'l.movement', 'l.amount_cents as amountCents', 'l.recorded_at'])
    .select(['h.card_brand', 'h.card_last_four', 'h.card_wallet'])
    .where('l.appointment_id', '=', id)
    .orderBy('l.id')
    .execute()
  const captured = rows
    .filter(({ movement }) => movement === 'captured')
    .map((row): Payment => {
      const card = shownCardOf(row)
      const name = card === null ? 'Card' : formatCard(card)
      return { at: row.recorded_at, with: name, cents: row.amountCents, isCharge: true }
    })
  const atShop = await db
    .selectFrom('shop_payments as p')
    .select(['p.amount_cents', 'p.method', 'p.recorded_at'])
    .where('p.appointment_id', '=', id)
    .where(isRemainingPayment)
    .execute()
  const [returned, taken] = [
    atShop.filter((row) => row.amount_cents < 0),
    atShop.filter((row) => row.amount_cents > 0),
  ]
  const payments = [
    ...captured,
    ...taken.map((row) => ({
      at: row.recorded_at,
      with: methodWords[row.method],
      cents: row.amount_cents,
      isCharge: false,
    })),
  ].toSorted((a, b) => a.at.getTime() - b.at.getTime())
  const returnedCents = returned.reduce((sum, row) => sum - row.amount_cents, 0)
  return { payments, refundedCents: paymentStateOf(rows).refundedCents, returnedCents }
}

/**
 * Each card and each way to pay at the shop once, with the sum of its payments: 'Cash: $40' and 'Visa ending
 * in 4242: $554, in 2 charges'. The only one has no sum, which is the total. Pure.
 */
export function paidWords(payments: readonly Payment[]): string[] {
  const ways = [...Map.groupBy(payments, (payment) => payment.with)]
  return ways.map(([name, paid]) => {
    const sum = paid.reduce((cents, payment) => cents + payment.cents, 0)
    const charges = paid.filter(({ isCharge }) => isCharge).length
    const amount = ways.length === 1 ? '' : `: ${formatCents(sum)}`
    return `${name}${amount}${charges > 1 ? `, in ${charges} charges` : ''}`
  })
}
