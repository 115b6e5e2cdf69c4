import { sql } from 'kysely'
import type { Context } from '../context.ts'
import type { Queryable } from '../database/open-database.ts'
import { queueCustomerMail } from '../notifications/queue-customer-mail.ts'
import type { ShopNewsForCustomers } from '../shops/shop-place.ts'

/**
 * Queues a mail to every customer with a coming appointment at a shop. The calendar file of each has a higher
 * sequence than the one before. Call it under the shop's row lock and after the shop's change.
 */
export async function mailUpcomingCustomers(
  tx: Queryable,
  context: Context,
  shopId: number,
  news: ShopNewsForCustomers,
  actorId: string,
): Promise<void> {
  const locked = await tx
    .selectFrom('appointments')
    .select('id')
    .where('shop_id', '=', shopId)
    .where('state', 'in', ['booked', 'completed'])
    .where('starts_at', '>', new Date(context.clock.now()))
    .orderBy('id')
    .forUpdate()
    .execute()
  if (locked.length === 0) return
  const ids = locked.map(({ id }) => id)
  const upcoming = await tx
    .updateTable('appointments')
    .set({ sequence: sql<number>`sequence + 1` })
    .where('id', 'in', ids)
    .returningAll()
    .execute()
  for (const appointment of upcoming.toSorted(
    (one, other) => Number(one.starts_at) - Number(other.starts_at),
  ))
    await queueCustomerMail(tx, context, appointment, news, { actorId })
}
