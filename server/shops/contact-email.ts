import { sql } from 'kysely'
import type { Queryable } from '../database/open-database.ts'

/**
 * The address to which customers of a shop `s` reply: its contact email, or that of its longest-standing
 * owner who has proven it. Null for a shop with neither.
 */
export const replyAddress = sql<string | null>`coalesce(s.contact_email, (
  select o.email from shop_members m join users o on o.id = m.user_id
    where m.shop_id = s.id and m.role = 'owner' and o.email_verified and o.disabled_at is null
    order by m.joined_at, m.user_id limit 1))`

/** The address to which customers of a shop reply. */
export async function findReplyAddress(db: Queryable, shopId: number): Promise<string | null> {
  const shop = await db
    .selectFrom('shops as s')
    .select(replyAddress.as('address'))
    .where('s.id', '=', shopId)
    .executeTakeFirst()
  return shop?.address ?? null
}
