import { sql } from 'kysely'
import type { Queryable } from '../database/open-database.ts'
import { readCents } from './read-cents.ts'

/** The cents that the customer of an appointment `a` paid at the shop, less those that it gave back. */
export const leftAtShop = sql<number>`(
  select coalesce(sum(p.amount_cents), 0) from shop_payments p where p.appointment_id = a.id)::integer`

/** As `leftAtShop`, of one appointment. Under its lock it does not change. */
export async function findLeftAtShop(db: Queryable, appointmentId: string): Promise<number> {
  return readCents(db, leftAtShop, appointmentId)
}
