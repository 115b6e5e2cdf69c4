import { sql } from 'kysely'
import { actingPersonOf } from '../../contract/identity/acting-person.ts'
import { historyPageSize } from '../../contract/limits.ts'
import type { ShopChangeEntry } from '../../contract/shops/shop-changes.ts'
import type { Context } from '../context.ts'
import type { ShopScope } from '../identity/sessions/shop-scope.ts'
import { getOwnShop } from './own-shop.ts'

/**
 * The outcome of the request whose value `c` ends; null for every other entry. A request that a later one
 * replaced without this value is withdrawn in it.
 */
const outcome = sql<ShopChangeEntry['outcome']>`(
  select case r.outcome when 'replaced' then 'withdrawn' else r.outcome end
    from shop_change_requests r
    where r.shop_id = c.shop_id and c.new_value is null and r.decided_at <= c.changed_at
      and c.old_value = case c.setting when 'request.name' then r.business_name
        when 'request.address' then r.address when 'request.timeZone' then r.time_zone end
    order by r.decided_at desc, r.id desc limit 1)`

/**
 * Lists the audit trail of a shop, newest first, at most 50 entries before the entry `before`. Refuses a
 * missing and a foreign shop alike as `not_found`.
 */
export async function listShopChanges(
  { database: { db } }: Context,
  scope: ShopScope,
  shopId: number,
  before: number | undefined,
): Promise<ShopChangeEntry[]> {
  await getOwnShop(db, scope, shopId)
  const rows = await db
    .selectFrom('shop_changes as c')
    .leftJoin('users as u', 'u.id', 'c.actor_id')
    .leftJoin('users as p', (join) => join.on(sql<boolean>`c.setting = 'person.' || p.id`))
    .leftJoin('shop_invitations as i', (join) =>
      join.onRef('i.shop_id', '=', 'c.shop_id').on(sql<boolean>`c.setting = 'invitation.' || i.id`),
    )
    .select((of) => of.fn.coalesce('p.name', 'i.email').as('person'))
    .select(['c.id', 'c.setting', 'c.old_value', 'c.new_value', 'c.changed_at', 'u.name'])
    // A person who works at a shop has the account of a customer.
    .select(sql<string | null>`case u.role when 'customer' then 'shop' else u.role end`.as('role'))
    .select(outcome.as('outcome'))
    .where('c.shop_id', '=', shopId)
    .$if(before !== undefined, (query) => query.where('c.id', '<', before ?? 0))
    .orderBy('c.id', 'desc')
    .limit(historyPageSize)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    setting: row.setting,
    person: row.person,
    before: row.old_value,
    after: row.new_value,
    outcome: row.outcome,
    at: row.changed_at.toISOString(),
    by: actingPersonOf(row),
  }))
}
