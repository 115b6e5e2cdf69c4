import type { Selectable } from 'kysely'
import type { User } from '../../contract/identity/identity.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Context } from '../context.ts'
import type { Queryable } from '../database/open-database.ts'
import type { Tables } from '../database/tables.ts'

export type ShopRow = Selectable<Tables['shops']>

/** Administrators act on every shop, a shop on its own. Any other is as missing. */
function selectOwn(db: Queryable, actor: User, shopId: number) {
  const query = db.selectFrom('shops').selectAll().where('id', '=', shopId)
  return actor.role === 'administrator' ? query : query.where('owner_id', '=', actor.id)
}

/** A shop to look at. Refuses a missing and a foreign one alike as `not_found`. */
export async function getOwnShop(db: Queryable, actor: User, shopId: number): Promise<ShopRow> {
  return (await selectOwn(db, actor, shopId).executeTakeFirst()) ?? refuse('not_found')
}

/**
 * Changes a shop in its turn: whoever takes or moves a slot there goes before or after, never between. Gives the shop's row to
 * the work, and refuses a missing and a foreign one alike as `not_found`.
 */
export async function changeInTurn<Result>(
  { database }: Context,
  actor: User,
  shopId: number,
  work: (tx: Queryable, shop: ShopRow) => Promise<Result>,
): Promise<Result> {
  return database.transaction(async (tx) => {
    const shop = await selectOwn(tx, actor, shopId).forNoKeyUpdate().executeTakeFirst()
    return work(tx, shop ?? refuse('not_found'))
  })
}
