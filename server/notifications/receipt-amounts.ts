import type { FeeReason } from '../../contract/payments/cancellation-fee.ts'
import { taxOfPaid } from '../../contract/payments/sales-tax.ts'
import type { Queryable } from '../database/open-database.ts'
import type { AppointmentRow, HoldRow } from '../database/rows.ts'
import { readPriceFacts } from '../payments/price/find-price.ts'
import { listPriceLines } from '../payments/price/list-price-lines.ts'
import { findAppliedTerms } from '../payments/price/record-sales-tax.ts'

/** The amounts of a receipt, over all payments of an appointment. */
export async function getReceiptAmounts(
  tx: Queryable,
  appointment: Pick<AppointmentRow, 'id' | 'shop_id' | 'price_cents'>,
) {
  const facts = await readPriceFacts(tx, appointment)
  const { heldCents, charges } = await tx
    .selectFrom('holds')
    .select((select) => [
      select.fn.sum<number>('amount_cents').as('heldCents'),
      select.fn.countAll<string>().as('charges'),
    ])
    .where('appointment_id', '=', appointment.id)
    .where('status', 'in', ['captured', 'refunding', 'refunded'])
    .where('purpose', '<>', 'duplicate')
    .executeTakeFirstOrThrow()
  const terms = await findAppliedTerms(tx, appointment)
  const paidCents = facts.capturedCents + facts.paidOtherwiseCents
  return {
    chargedCents: facts.capturedCents,
    heldCents,
    ...(Number(charges) > 1 && { charges: Number(charges) }),
    ...(facts.lines.length > 0 && { lines: await listPriceLines(tx, appointment.id) }),
    ...(facts.paidOtherwiseCents > 0 && { paidOtherwiseCents: facts.paidOtherwiseCents }),
    ...(terms && {
      tax: { rate: terms.taxRate, amountCents: taxOfPaid(terms, facts, paidCents) },
    }),
  }
}

/** The amounts of the receipt of a fee: it has neither lines nor tax. */
export function receiptAmountsOfFee(
  { amount_cents: heldCents, captured_cents: capturedCents }: HoldRow,
  fee: { cents: number; reason: FeeReason },
) {
  // Money that was captured beside the fee goes back as a refund, with a mail of its own.
  const isAlone = capturedCents === fee.cents
  return { chargedCents: fee.cents, heldCents: isAlone ? heldCents : fee.cents, fee: fee.reason }
}
