import { agreedExtraCentsOf } from '../../contract/payments/day-price.ts'
import type { Context } from '../context.ts'
import type { Queryable } from '../database/open-database.ts'
import type { AppointmentRow } from '../database/rows.ts'
import { findPriceDue } from '../payments/price/find-price.ts'
import { coveredCents, listOpenHolds, openExtrasOf } from './hold-queries.ts'
import { decideRelease } from './change-hold.ts'

/**
 * Ends the holds of an extra amount of which nothing is due and agreed to any more, so that they do not block
 * the customer's money. One that is too large stays: the due amount is captured from it, and the bank
 * releases the rest. A smaller hold in its place would block both amounts until the bank lets the first go.
 */
export async function releaseUnneededExtra(
  tx: Queryable,
  context: Context,
  appointment: Pick<AppointmentRow, 'id' | 'state' | 'price_cents'>,
): Promise<void> {
  const open = await listOpenHolds(tx, appointment.id)
  const { asked, inForce } = openExtrasOf(open)
  if (!asked && !inForce) return
  const due = await findPriceDue(tx, appointment)
  if (agreedExtraCentsOf(due, coveredCents(appointment, open)) > 0) return
  const at = new Date(context.clock.now())
  if (asked) await decideRelease(tx, asked, at)
  if (inForce?.status === 'live') await decideRelease(tx, inForce, at)
}
