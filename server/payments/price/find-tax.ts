import type { PriceFacts } from '../../../contract/payments/day-price.ts'
import { taxOfTotal } from '../../../contract/payments/sales-tax.ts'
import type { Queryable } from '../../database/open-database.ts'
import type { AppointmentRow } from '../../database/rows.ts'
import { findAppliedTerms, findPresentTerms } from './record-sales-tax.ts'

/**
 * The sales tax that the total of an appointment includes: by the terms of its payment, before it by those
 * that the shop has now. Null while sales tax is off.
 */
export async function findTaxOfTotal(
  db: Queryable,
  appointment: Pick<AppointmentRow, 'id' | 'shop_id' | 'package_id' | 'state'>,
  facts: PriceFacts,
): Promise<number | null> {
  const applied = await findAppliedTerms(db, appointment)
  const terms =
    applied ?? (appointment.state === 'booked' ? await findPresentTerms(db, appointment) : undefined)
  if (!terms) return null
  return taxOfTotal(terms, facts)
}
