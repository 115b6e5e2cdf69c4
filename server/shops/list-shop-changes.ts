import { actingPersonOf } from '../../contract/identity/acting-person.ts'
import { historyPageSize } from '../../contract/limits.ts'
import type { ShopChangeEntry } from '../../contract/shops/shop-changes.ts'
import type { Context } from '../context.ts'
import type { ShopScope } from '../identity/sessions/shop-scope.ts'
import { getOwnShop } from './own-shop.ts'

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
    .select(['c.id', 'c.setting', 'c.old_value', 'c.new_value', 'c.changed_at', 'u.name', 'u.role'])
    .where('c.shop_id', '=', shopId)
    .$if(before !== undefined, (query) => query.where('c.id', '<', before ?? 0))
    .orderBy('c.id', 'desc')
    .limit(historyPageSize)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    setting: row.setting,
    before: row.old_value,
    after: row.new_value,
    at: row.changed_at.toISOString(),
    by: actingPersonOf(row),
  }))
}
