import { isDeepStrictEqual } from 'node:util'
import type { PriceLineKind } from '../../../contract/payments/day-price.ts'
import type { Queryable } from '../../database/open-database.ts'

/** `description`: typed by staff. */
export type DescribedLine = { kind: PriceLineKind; description: string; amountCents: number }

/** `by`: the name of the person of the shop who added it; null for a tip given by a link. */
export type StaffLine = DescribedLine & { id: string; addedAt: Date; by: string | null }

/** Whether two lists have the same lines in the same order. Tips are compared with the totals. Pure. */
export function areSameLines(left: readonly DescribedLine[], right: readonly DescribedLine[]): boolean {
  const [first, second] = [left, right].map((lines) =>
    lines
      .filter(({ kind }) => kind !== 'tip')
      .map(({ kind, description, amountCents }) => [kind, description, amountCents]),
  )
  return isDeepStrictEqual(first, second)
}

/** The lines of an appointment's price with their words, in the order in which they were added. */
export async function listPriceLines(db: Queryable, appointmentId: string): Promise<DescribedLine[]> {
  return selectLines(db, appointmentId).execute()
}

/** The same lines with the people who added them, for the staff of the shop. */
export async function listStaffLines(db: Queryable, appointmentId: string): Promise<StaffLine[]> {
  return selectLines(db, appointmentId)
    .leftJoin('users as u', 'u.id', 'l.actor_id')
    .select(['l.id', 'l.added_at as addedAt', 'u.name as by'])
    .execute()
}

/** A removed line is no part of the price any more. */
function selectLines(db: Queryable, appointmentId: string) {
  return db
    .selectFrom('price_lines as l')
    .select(['l.kind', 'l.description', 'l.amount_cents as amountCents'])
    .where('l.appointment_id', '=', appointmentId)
    .where('l.removed_at', 'is', null)
    .orderBy('l.added_at')
    .orderBy('l.id')
}
