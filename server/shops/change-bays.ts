import { sql } from 'kysely'
import type * as z from 'zod/mini'
import { refuse } from '../../contract/refusals.ts'
import type { bayChange, newBay, ShopSettings } from '../../contract/shops/shop-settings.ts'
import type { Context } from '../context.ts'
import type { Queryable } from '../database/open-database.ts'
import type { Actor } from '../identity/shop-scope.ts'
import { changeInTurn } from './own-shop.ts'
import { getShopSettings } from './shop-settings.ts'

const mostInUse = 50
/** A bay is never deleted: its appointments name it. */
const mostEver = 200

/** Adds a bay to a shop, in use at once. Refuses a name that another bay in use has as `bay_name_taken`, and a 51st as `too_many_bays`. */
export async function addBay(
  context: Context,
  actor: Actor,
  shopId: number,
  { name }: z.infer<typeof newBay>,
): Promise<ShopSettings> {
  await changeInTurn(context, actor.scope, shopId, async (tx) => {
    const { inUse, ever } = await countBays(tx, shopId)
    if (inUse >= mostInUse) refuse('too_many_bays')
    if (ever >= mostEver)
      refuse('too_many_bays', { sentence: 'Please take a bay back into use and rename it.' })
    await requireFreeName(tx, shopId, name)
    await tx.insertInto('bays').values({ shop_id: shopId, name }).execute()
  })
  return getShopSettings(context, actor, shopId)
}

/**
 * Renames a bay, takes it out of use or into use again; its appointments stay. Refuses one that is not the shop's as `not_found`, a
 * name that another bay in use has as `bay_name_taken`, the last one in use as `last_bay`, a 51st in use as `too_many_bays`.
 */
export async function changeBay(
  context: Context,
  actor: Actor,
  shopId: number,
  bayId: number,
  input: z.infer<typeof bayChange>,
): Promise<ShopSettings> {
  await changeInTurn(context, actor.scope, shopId, async (tx) => {
    const bay = await tx
      .selectFrom('bays')
      .selectAll()
      .where('id', '=', bayId)
      .where('shop_id', '=', shopId)
      .executeTakeFirst()
    if (!bay) return refuse('not_found')
    const { name = bay.name, inUse = bay.in_use } = input
    const others = await countBays(tx, shopId, bayId)
    if (bay.in_use && !inUse && others.inUse === 0) refuse('last_bay')
    if (inUse) {
      if (!bay.in_use && others.inUse >= mostInUse) refuse('too_many_bays')
      await requireFreeName(tx, shopId, name, bayId)
    }
    await tx.updateTable('bays').set({ name, in_use: inUse }).where('id', '=', bayId).execute()
  })
  return getShopSettings(context, actor, shopId)
}

async function countBays(
  tx: Queryable,
  shopId: number,
  exceptId = 0,
): Promise<{ inUse: number; ever: number }> {
  return tx
    .selectFrom('bays')
    .select((row) => [
      row.fn.countAll<number>().filterWhere('in_use', '=', true).as('inUse'),
      row.fn.countAll<number>().as('ever'),
    ])
    .where('shop_id', '=', shopId)
    .where('id', '!=', exceptId)
    .executeTakeFirstOrThrow()
}

/** Compared as the index `bays_by_name` does. In the shop's turn nobody else can take the name after this. */
async function requireFreeName(tx: Queryable, shopId: number, name: string, exceptId = 0): Promise<void> {
  const taken = await tx
    .selectFrom('bays')
    .select('id')
    .where('shop_id', '=', shopId)
    .where('in_use', '=', true)
    .where('id', '!=', exceptId)
    .where(sql<boolean>`lower(name) = lower(${name})`)
    .executeTakeFirst()
  if (taken) refuse('bay_name_taken', { field: 'name' })
}
