import { taxIncluded } from '../../contract/payments/sales-tax.ts'
import type { Queryable } from '../database/open-database.ts'
import type { AppointmentRow } from '../database/rows.ts'
import { readPriceFacts } from '../payments/price/find-price.ts'
import { findAppliedTerms } from '../payments/price/record-sales-tax.ts'

/** The amounts of a receipt, over all payments of an appointment. */
export async function getReceiptAmounts(
  tx: Queryable,
  appointment: Pick<AppointmentRow, 'id' | 'shop_id' | 'price_cents'>,
) {
  const facts = await readPriceFacts(tx, appointment)
  const { heldCents } = await tx
    .selectFrom('holds')
    .select((select) => select.fn.sum<number>('amount_cents').as('heldCents'))
    .where('appointment_id', '=', appointment.id)
    .where('status', 'in', ['captured', 'refunding', 'refunded'])
    .where('purpose', '<>', 'duplicate')
    .executeTakeFirstOrThrow()
  const terms = await findAppliedTerms(tx, appointment)
  const paidCents = facts.capturedCents + facts.paidOtherwiseCents
  return {
    chargedCents: facts.capturedCents,
    heldCents,
    ...(facts.lines.length > 0 && { lines: [...facts.lines] }),
    ...(facts.paidOtherwiseCents > 0 && { paidOtherwiseCents: facts.paidOtherwiseCents }),
    ...(terms && {
      tax: { rate: terms.taxRate, amountCents: taxIncluded(terms, { ...facts, paidCents }) },
    }),
  }
}
