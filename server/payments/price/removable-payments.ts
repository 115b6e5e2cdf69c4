import type { Queryable } from '../../database/open-database.ts'
import type { AppointmentRow } from '../../database/rows.ts'
import { findLatestAgreement } from './find-latest-agreement.ts'

/**
 * The cents of an appointment's payments at the shop that may be removed as recorded by mistake: without
 * those that the customer signed as paid, as less is charged to the card by that sentence.
 */
export async function findRemovableCents(
  db: Queryable,
  { id, price_cents: priceCents }: Pick<AppointmentRow, 'id' | 'price_cents'>,
  paidOtherwiseCents: number,
): Promise<number> {
  const latest = await findLatestAgreement(db, id)
  if (latest?.price_cents !== priceCents || latest.card_cents === null) return paidOtherwiseCents
  return paidOtherwiseCents - (latest.total_cents - latest.card_cents)
}
