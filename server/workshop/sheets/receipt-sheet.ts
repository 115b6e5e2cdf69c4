import { formatSignedCents } from '../../../contract/money.ts'
import { appointmentNumber } from '../../../contract/booking/appointment-number.ts'
import { feeReasonOf, feeReasonWords } from '../../../contract/payments/cancellation-fee.ts'
import { groupRefunds } from '../../../contract/payments/group-refunds.ts'
import { priceLineWords, priceWithLines, signedLineCents } from '../../../contract/payments/day-price.ts'
import { formatTaxRate, taxOfPaid } from '../../../contract/payments/sales-tax.ts'
import type { Sheet } from '../../../contract/workshop/sheets.ts'
import { refuse } from '../../../contract/refusals.ts'
import type { Queryable } from '../../database/open-database.ts'
import { readPriceFacts } from '../../payments/price/find-price.ts'
import { listPriceLines } from '../../payments/price/list-price-lines.ts'
import { findAppliedTerms } from '../../payments/price/record-sales-tax.ts'
import { listPayments, paidWords, type Payment } from './list-payments.ts'
import {
  getSheetRow,
  momentWords,
  shopLines,
  timeWords,
  vehicleFact,
  type SheetRow,
} from './read-sheet-facts.ts'

type AmountLine = Sheet['amounts'][number]

const amountLine = (label: string, cents: number, isTotal = false): AmountLine => ({
  label,
  amount: formatSignedCents(cents),
  isTotal,
})

/**
 * The receipt of a paid appointment, or of the fee that a cancelled one was charged. That one has no number:
 * those count sales. Refuses an appointment that was never paid as `not_paid`.
 */
export async function getReceiptSheet(db: Queryable, id: string): Promise<Sheet> {
  const row = await getSheetRow(db, id)
  const { payments, refundedCents, returnedCents } = await listPayments(db, id)
  if (row.receipt_number === null) return getFeeSheet(db, row, { payments, refundedCents })
  const paidCents = sumOf(payments)
  const refunds = await listRefunds(db, id, refundedCents)
  if (returnedCents > 0) refunds.push({ label: 'Given back at the shop', cents: -returnedCents })
  return {
    ...sheetOf(row, payments),
    amounts: await priceLines(db, row, {
      paidCents,
      keptCents: paidCents - refundedCents - returnedCents,
      refunds,
    }),
    footer: `Receipt of ${row.business_name}. Thank you.`,
  }
}

/** A fee is no sale and has no tax. Cash that was paid before is given back by the shop. */
async function getFeeSheet(
  db: Queryable,
  row: SheetRow,
  { payments, refundedCents }: Omit<Awaited<ReturnType<typeof listPayments>>, 'returnedCents'>,
): Promise<Sheet> {
  const charges = payments.filter(({ isCharge }) => isCharge)
  const feeCents = Math.min(await sumDueFees(db, row.id), sumOf(charges))
  if (feeCents === 0) return refuse('not_paid')
  // Captured beside the fee and returned: neither is a part of the fee.
  const returnedCents = Math.max(0, refundedCents - (sumOf(charges) - feeCents))
  const refunds = returnedCents === 0 ? [] : [{ label: 'Refunded', cents: -returnedCents }]
  return {
    ...sheetOf(row, charges),
    amounts: [
      amountLine(feeReasonWords[feeReasonOf(row.work_state)], feeCents),
      amountLine('Total paid', feeCents, true),
      ...keptLines(feeCents - returnedCents, refunds),
    ],
    footer: `Receipt of ${row.business_name}.`,
  }
}

/** The sheet without its amounts. */
function sheetOf(row: SheetRow, payments: readonly Payment[]): Omit<Sheet, 'amounts' | 'footer'> {
  const last = payments.at(-1) ?? refuse('not_paid')
  const number = row.receipt_number === null ? [] : [`No. ${row.receipt_number}`]
  return {
    title: 'Receipt',
    subtitle: [...number, momentWords(last.at, row.time_zone)].join(' · '),
    shop: shopLines(row),
    jobUrl: null,
    facts: [
      { label: 'Customer', lines: [row.customer_name] },
      vehicleFact(row),
      {
        label: row.receipt_number === null ? 'Cancelled appointment' : 'Appointment',
        lines:
          row.receipt_number === null
            ? [appointmentNumber(row.id), row.package_name, timeWords(row)]
            : [appointmentNumber(row.id), timeWords(row)],
      },
      { label: 'Paid with', lines: paidWords(payments) },
    ],
    lists: [],
    signature: null,
  }
}

const sumOf = (payments: readonly Payment[]) => payments.reduce((sum, { cents }) => sum + cents, 0)

/** The fee that was decided for a cancelled appointment, in cents; 0 without one. */
async function sumDueFees(db: Queryable, id: string): Promise<number> {
  const { cents } = await db
    .selectFrom('ledger')
    .select((select) => select.fn.sum<string | null>('amount_cents').as('cents'))
    .where('appointment_id', '=', id)
    .where('movement', '=', 'fee_due')
    .executeTakeFirstOrThrow()
  return Number(cents ?? 0)
}

/** Integer cents. `keptCents`: after the refunds, which are negative lines. */
type Paid = { paidCents: number; keptCents: number; refunds: { label: string; cents: number }[] }

/** The package, the lines of the day, the total, and the tax of the amount that was finally paid. */
async function priceLines(db: Queryable, row: SheetRow, paid: Paid): Promise<AmountLine[]> {
  const { paidCents, keptCents, refunds } = paid
  const facts = await readPriceFacts(db, row)
  const lines = await listPriceLines(db, row.id)
  const dueCents = priceWithLines(facts.priceCents, lines) - paidCents
  const terms = await findAppliedTerms(db, row)
  const taxLines =
    terms && keptCents > 0
      ? [
          amountLine(
            `includes sales tax (${formatTaxRate(terms.taxRate)})`,
            taxOfPaid(terms, facts, keptCents),
          ),
        ]
      : []
  return [
    amountLine(`${row.package_name} installation, parts and labor`, facts.priceCents),
    ...lines.map((line) => {
      const name = priceLineWords[line.kind]
      return amountLine(line.kind === 'tip' ? name : `${name}: ${line.description}`, signedLineCents(line))
    }),
    amountLine('Total paid', paidCents, true),
    // After a cancellation nothing is.
    ...(dueCents > 0 && row.state === 'completed' ? [amountLine('Still due', dueCents)] : []),
    ...keptLines(keptCents, refunds),
    ...taxLines,
  ]
}

/** The refunds, and the amount that is left; nothing without a refund. */
function keptLines(keptCents: number, refunds: Paid['refunds']): AmountLine[] {
  if (refunds.length === 0) return []
  return [
    ...refunds.map(({ label, cents }) => amountLine(label, cents)),
    amountLine('You paid after refunds', keptCents, true),
  ]
}

/** The refunds with their reasons, and the rest of all refunds, which is that of a cancellation. */
async function listRefunds(
  db: Queryable,
  id: string,
  refundedCents: number,
): Promise<{ label: string; cents: number }[]> {
  const parts = await db
    .selectFrom('refunds')
    .select(['reason', 'amount_cents as amountCents', 'requested_at'])
    .where('appointment_id', '=', id)
    .where('status', '=', 'made')
    .orderBy('requested_at')
    .orderBy('id')
    .execute()
  const restCents = refundedCents - parts.reduce((sum, { amountCents }) => sum + amountCents, 0)
  return [
    ...groupRefunds(
      parts.map((part) => ({ ...part, at: part.requested_at.toISOString(), isMade: true })),
    ).map(({ reason, amountCents }) => ({ label: `Refunded: ${reason}`, cents: -amountCents })),
    ...(restCents > 0 ? [{ label: 'Refunded', cents: -restCents }] : []),
  ]
}
