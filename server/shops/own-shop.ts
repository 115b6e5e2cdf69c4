import type { Selectable } from 'kysely'
import { refuse } from '../../contract/refusals.ts'
import type { Context } from '../context.ts'
import type { Queryable } from '../database/open-database.ts'
import type { Tables } from '../database/tables.ts'
import { inScope, type ShopScope } from '../identity/shop-scope.ts'

export type ShopRow = Selectable<Tables['shops']>

/** A shop within the scope; any other is missing. */
function selectInScope(db: Queryable, scope: ShopScope, shopId: number) {
  return db.selectFrom('shops').selectAll().where('id', '=', shopId).where(inScope(scope, 'shops.id'))
}

/** A shop to look at. Refuses a missing one and one out of scope alike as `not_found`. */
export async function getOwnShop(db: Queryable, scope: ShopScope, shopId: number): Promise<ShopRow> {
  return (await selectInScope(db, scope, shopId).executeTakeFirst()) ?? refuse('not_found')
}

/**
 * Changes a shop in its turn: whoever takes or moves a slot there goes before or after, never between. Gives the shop's row to
 * the work, and refuses a missing and a foreign one alike as `not_found`.
 */
export async function changeInTurn<Result>(
  { database }: Context,
  scope: ShopScope,
  shopId: number,
  work: (tx: Queryable, shop: ShopRow) => Promise<Result>,
): Promise<Result> {
  return database.transaction(async (tx) => {
    const shop = await selectInScope(tx, scope, shopId).forNoKeyUpdate().executeTakeFirst()
    return work(tx, shop ?? refuse('not_found'))
  })
}
