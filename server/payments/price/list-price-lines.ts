import type { PriceLineKind } from '../../../contract/payments/day-price.ts'
import type { Queryable } from '../../database/open-database.ts'

/** `description`: typed by staff. */
export type DescribedLine = { kind: PriceLineKind; description: string; amountCents: number }

/** The lines of an appointment's price with their words, in the order in which they were added. */
export async function listPriceLines(db: Queryable, appointmentId: string): Promise<DescribedLine[]> {
  return db
    .selectFrom('price_lines')
    .select(['kind', 'description', 'amount_cents as amountCents'])
    .where('appointment_id', '=', appointmentId)
    .where('removed_at', 'is', null)
    .orderBy('added_at')
    .orderBy('id')
    .execute()
}
