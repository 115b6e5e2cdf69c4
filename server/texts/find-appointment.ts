import { sql } from 'kysely'
import type { AppointmentRow } from '../database/rows.ts'
import type { Queryable } from '../database/open-database.ts'

const recentDays = 30

/** The appointment that a customer's text is about. */
export type TextedByCustomer = Pick<AppointmentRow, 'id' | 'contact_id' | 'state' | 'starts_at'>

/** The appointment of an inbound text: the next coming one of that phone, else the last recent one. */
export async function findAppointmentOf(
  tx: Queryable,
  { shop_id: shopId, phone }: { shop_id: number; phone: string },
  at: Date,
): Promise<TextedByCustomer | undefined> {
  return tx
    .selectFrom('appointments')
    .select(['id', 'contact_id', 'state', 'starts_at'])
    .where('shop_id', '=', shopId)
    .where('customer_phone', '=', phone)
    .where('state', 'in', ['booked', 'completed', 'cancelled'])
    .where('ends_at', '>', sql<Date>`${at}::timestamptz - make_interval(days => ${recentDays})`)
    .orderBy(sql`state = 'booked' and ends_at > ${at}`, 'desc')
    .orderBy(sql`abs(extract(epoch from starts_at - ${at}::timestamptz))`)
    .limit(1)
    .executeTakeFirst()
}
