import { sql } from 'kysely'
import type { Queryable } from '../database/open-database.ts'

/** Lists the owners of a shop who have a right to sign in, the longest member first. */
export async function listOwners(
  db: Queryable,
  shopId: number,
): Promise<{ id: string; email: string; isProven: boolean }[]> {
  return db
    .selectFrom('shop_members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['u.id', 'u.email', 'u.email_verified as isProven'])
    .where('m.shop_id', '=', shopId)
    .where('m.role', '=', 'owner')
    .where('u.disabled_at', 'is', null)
    .orderBy('m.joined_at')
    .orderBy('u.id')
    .execute()
}

/**
 * The id of the one owner named for a shop `s` in lists and announcements: an owner with a proven address
 * before others, then the longest member. Null for a shop without owners.
 */
export const chiefOwner = sql<string | null>`(
  select m.user_id from shop_members m join users o on o.id = m.user_id
    where m.shop_id = s.id and m.role = 'owner'
    order by not o.email_verified, m.joined_at, m.user_id limit 1)`
