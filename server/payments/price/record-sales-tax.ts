import { sql } from 'kysely'
import { paymentStateOf } from '../../../contract/payments/payment-state.ts'
import { taxOfPaid, type TaxTerms } from '../../../contract/payments/sales-tax.ts'
import type { Queryable } from '../../database/open-database.ts'
import type { AppointmentRow } from '../../database/rows.ts'
import { recordMovementWithoutHold } from '../record-movement-without-hold.ts'
import { readPriceFacts } from './find-price.ts'

type Sold = Pick<AppointmentRow, 'id' | 'shop_id' | 'package_id' | 'price_cents' | 'state'>

/**
 * Enters into the ledger the sales tax that the payments of a locked appointment include, less that of its
 * refunds: the difference to the rows so far. The rate and the taxable share are those of the payment that
 * completes the job, so a later change of the shop's settings changes no paid appointment. A fee is no sale
 * and has no tax.
 */
export async function recordSalesTax(tx: Queryable, appointment: Sold, at: Date): Promise<void> {
  const terms =
    (await findAppliedTerms(tx, appointment)) ??
    (appointment.state === 'completed' ? await applyTerms(tx, appointment, at) : undefined)
  if (!terms) return
  const facts = await readPriceFacts(tx, appointment)
  const ledger = await tx
    .selectFrom('ledger')
    .select(['hold_id as holdId', 'movement', 'amount_cents as amountCents'])
    .where('appointment_id', '=', appointment.id)
    .orderBy('id')
    .execute()
  const { capturedCents, refundedCents, paidOtherwiseCents, taxCents } = paymentStateOf(ledger)
  const paidCents = capturedCents - refundedCents + paidOtherwiseCents
  const difference = taxOfPaid(terms, facts, paidCents) - taxCents
  if (difference === 0) return
  await recordMovementWithoutHold(tx, appointment, {
    movement: difference > 0 ? 'tax_collected' : 'tax_returned',
    amountCents: Math.abs(difference),
    at,
    actorId: null,
  })
}

/** The terms by which a paid appointment is taxed; undefined before its payment and without sales tax. */
export async function findAppliedTerms(
  db: Queryable,
  { id, shop_id: shopId }: Pick<Sold, 'id' | 'shop_id'>,
): Promise<TaxTerms | undefined> {
  return db
    .selectFrom('sales_taxes')
    .select(['tax_rate as taxRate', 'taxable_percent as taxablePercent'])
    .where('shop_id', '=', shopId)
    .where('appointment_id', '=', id)
    .executeTakeFirst()
}

/** The shop's present terms for a package; undefined while sales tax is off for it. */
export async function findPresentTerms(
  db: Queryable,
  { shop_id: shopId, package_id: packageId }: Pick<Sold, 'shop_id' | 'package_id'>,
): Promise<TaxTerms | undefined> {
  return db
    .selectFrom('shops as s')
    .innerJoin('taxable_shares as t', 't.shop_id', 's.id')
    .select([sql<number>`s.tax_rate`.as('taxRate'), 't.percent as taxablePercent'])
    .where('s.id', '=', shopId)
    .where('s.tax_rate', 'is not', null)
    .where('t.package_id', '=', packageId)
    .executeTakeFirst()
}

async function applyTerms(tx: Queryable, sold: Sold, at: Date): Promise<TaxTerms | undefined> {
  const terms = await findPresentTerms(tx, sold)
  if (!terms) return undefined
  await tx
    .insertInto('sales_taxes')
    .values({
      shop_id: sold.shop_id,
      appointment_id: sold.id,
      tax_rate: terms.taxRate,
      taxable_percent: terms.taxablePercent,
      set_at: at,
    })
    .execute()
  return terms
}
