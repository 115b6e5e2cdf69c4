import type { Selectable } from 'kysely'
import { refuse } from '../../contract/refusals.ts'
import type { Context } from '../context.ts'
import type { Queryable } from '../database/open-database.ts'
import type { Tables } from '../database/tables.ts'
import { inScope, requireStillInScope, type Actor, type ShopScope } from '../identity/sessions/shop-scope.ts'
import { readShopFacts, recordShopChanges } from './shop-audit.ts'

export type ShopRow = Selectable<Tables['shops']>

/** Selects a shop within the scope; any other counts as missing. */
function selectInScope(db: Queryable, scope: ShopScope, shopId: number) {
  return db.selectFrom('shops').selectAll().where('id', '=', shopId).where(inScope(scope, 'shops.id'))
}

/** Returns a shop for reading. Refuses a missing one and one out of scope alike as `not_found`. */
export async function getOwnShop(db: Queryable, scope: ShopScope, shopId: number): Promise<ShopRow> {
  return (await selectInScope(db, scope, shopId).executeTakeFirst()) ?? refuse('not_found')
}

/**
 * Changes a shop under its row lock, which serializes it with every claim and move of a slot there. Passes
 * the shop's row to the work. Every setting that the work changes is recorded in the audit trail, in the same
 * transaction. Refuses a missing and a foreign shop alike as `not_found`.
 */
export async function changeWithAudit<Result>(
  { clock, database }: Context,
  actor: Actor,
  shopId: number,
  work: (tx: Queryable, shop: ShopRow) => Promise<Result>,
): Promise<Result> {
  return database.transaction(async (tx) => {
    const found = await selectInScope(tx, actor.scope, shopId).forNoKeyUpdate().executeTakeFirst()
    const shop = found ?? refuse('not_found')
    await requireStillInScope(tx, actor.scope, shopId)
    const before = await readShopFacts(tx, shopId)
    const result = await work(tx, shop)
    await recordShopChanges(tx, shopId, { before, actorId: actor.id, at: new Date(clock.now()) })
    return result
  })
}
