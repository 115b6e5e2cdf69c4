import { formatCents } from '../../../contract/money.ts'
import { formatCard } from '../../../contract/payments/card-brand.ts'
import { appointmentNumber } from '../../../contract/booking/appointment-number.ts'
import { priceLineWords, totalOf } from '../../../contract/payments/day-price.ts'
import { paymentStateOf } from '../../../contract/payments/payment-state.ts'
import { formatTaxRate, taxIncluded } from '../../../contract/payments/sales-tax.ts'
import type { Sheet } from '../../../contract/workshop/sheets.ts'
import { refuse } from '../../../contract/refusals.ts'
import type { Queryable } from '../../database/open-database.ts'
import { readPriceFacts } from '../../payments/price/find-price.ts'
import { findAppliedTerms } from '../../payments/price/record-sales-tax.ts'
import { shownCardOf } from '../../payments/shown-card.ts'
import { getSheetRow, momentWords, shopLines, timeWords, vehicleFact } from './read-sheet-facts.ts'

const methodWords = { cash: 'Cash', terminal: 'The shop’s card terminal', other: 'At the shop' } as const

type Payment = { at: Date; with: string; cents: number }

/** The receipt of a paid appointment. Refuses one that was never paid as `not_paid`. */
export async function getReceiptSheet(db: Queryable, id: string): Promise<Sheet> {
  const row = await getSheetRow(db, id)
  const { payments, refundedCents } = await listPayments(db, id)
  const last = payments.at(-1)
  if (!last || row.receipt_number === null) return refuse('not_paid')
  const facts = await readPriceFacts(db, row)
  const paidCents = payments.reduce((sum, { cents }) => sum + cents, 0)
  const dueCents = totalOf(facts.priceCents, facts.lines) - paidCents
  const terms = await findAppliedTerms(db, row)
  const amountLine = (label: string, cents: number) => ({ label, amount: dollars(cents), isTotal: false })
  return {
    title: 'Receipt',
    subtitle: `No. ${row.receipt_number} · ${momentWords(last.at, row.time_zone)}`,
    shop: shopLines(row),
    jobUrl: null,
    facts: [
      { label: 'Customer', lines: [row.customer_name] },
      vehicleFact(row),
      { label: 'Appointment', lines: [appointmentNumber(id), timeWords(row)] },
      { label: 'Paid with', lines: paidWords(payments) },
    ],
    amounts: [
      amountLine(`${row.package_name} installation, parts and labor`, facts.priceCents),
      ...(await listLines(db, id)).map(({ label, cents }) => amountLine(label, cents)),
      { label: 'Total paid', amount: dollars(paidCents), isTotal: true },
      ...(terms
        ? [
            amountLine(
              `includes sales tax (${formatTaxRate(terms.taxRate)})`,
              taxIncluded(terms, { ...facts, paidCents }),
            ),
          ]
        : []),
      ...(dueCents > 0 ? [amountLine('Still due', dueCents)] : []),
      ...(await listRefunds(db, id, refundedCents)).map(({ label, cents }) => amountLine(label, cents)),
    ],
    lists: [],
    signature: null,
    footer: `Receipt of ${row.business_name}. Thank you.`,
  }
}

/** '−$50' for a negative amount. */
function dollars(cents: number): string {
  return cents < 0 ? `−${formatCents(-cents)}` : formatCents(cents)
}

/** One payment without its amount, which is the total; several with theirs. */
function paidWords(payments: readonly Payment[]): string[] {
  const [only, ...others] = payments
  if (only && others.length === 0) return [only.with]
  return payments.map((payment) => `${payment.with}: ${formatCents(payment.cents)}`)
}

/** The captured payments from the ledger and those at the shop, the earliest first. */
async function listPayments(
  db: Queryable,
  id: string,
): Promise<{ payments: Payment[]; refundedCents: number }> {
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
    .map((row) => {
      const card = shownCardOf(row)
      return {
        at: row.recorded_at,
        with: card === null ? 'Card' : formatCard(card),
        cents: row.amountCents,
      }
    })
  const atShop = await db
    .selectFrom('shop_payments')
    .select(['amount_cents', 'method', 'recorded_at'])
    .where('appointment_id', '=', id)
    .execute()
  const payments = [
    ...captured,
    ...atShop.map((row) => ({ at: row.recorded_at, with: methodWords[row.method], cents: row.amount_cents })),
  ].toSorted((a, b) => a.at.getTime() - b.at.getTime())
  return { payments, refundedCents: paymentStateOf(rows).refundedCents }
}

/** The lines of the price in the words that staff typed. */
async function listLines(db: Queryable, id: string): Promise<{ label: string; cents: number }[]> {
  const lines = await db
    .selectFrom('price_lines')
    .select(['kind', 'description', 'amount_cents'])
    .where('appointment_id', '=', id)
    .where('removed_at', 'is', null)
    .orderBy('added_at')
    .orderBy('id')
    .execute()
  return lines.map(({ kind, description, amount_cents: cents }) => ({
    label: kind === 'tip' ? priceLineWords.tip : `${priceLineWords[kind]}: ${description}`,
    cents: kind === 'discount' ? -cents : cents,
  }))
}

/** The refunds with their reasons, and the rest of all refunds, which is that of a cancellation. */
async function listRefunds(
  db: Queryable,
  id: string,
  refundedCents: number,
): Promise<{ label: string; cents: number }[]> {
  const parts = await db
    .selectFrom('refunds')
    .select(['reason', 'amount_cents'])
    .where('appointment_id', '=', id)
    .where('status', '=', 'made')
    .orderBy('requested_at')
    .orderBy('id')
    .execute()
  const restCents = refundedCents - parts.reduce((sum, { amount_cents: cents }) => sum + cents, 0)
  return [
    ...parts.map(({ reason, amount_cents: cents }) => ({ label: `Refunded: ${reason}`, cents: -cents })),
    ...(restCents > 0 ? [{ label: 'Refunded', cents: -restCents }] : []),
  ]
}
