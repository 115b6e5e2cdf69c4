import { sql } from 'kysely'
import type * as z from 'zod/mini'
import { baysInUse } from '../../contract/limits.ts'
import { refuse } from '../../contract/refusals.ts'
import type { bayChange, newBay, ShopSettings } from '../../contract/shops/shop-settings.ts'
import type { Context } from '../context.ts'
import type { Queryable } from '../database/open-database.ts'
import type { Actor } from '../identity/sessions/shop-scope.ts'
import { changeWithAudit } from './own-shop.ts'
import { getShopSettings } from './shop-settings.ts'

/** Bays are never deleted, because appointments reference them. */
const maxTotal = 200

/**
 * Adds a bay in use to a shop. Refuses the name of another bay in use as `bay_name_taken`, and more than
 * `baysInUse` as `too_many_bays`.
 */
export async function addBay(
  context: Context,
  actor: Actor,
  shopId: number,
  { name }: z.infer<typeof newBay>,
): Promise<ShopSettings> {
  await changeWithAudit(context, actor, shopId, async (tx) => {
    const { inUse, ever } = await countBays(tx, shopId)
    if (inUse >= baysInUse) refuse('too_many_bays')
    if (ever >= maxTotal)
      refuse('too_many_bays', { sentence: 'Please take a bay back into use and rename it.' })
    await requireFreeName(tx, shopId, name)
    await tx.insertInto('bays').values({ shop_id: shopId, name }).execute()
  })
  return getShopSettings(context, actor, shopId)
}

/**
 * Renames a bay, or takes it out of use or back into use; its appointments stay. Refuses a bay of another
 * shop as `not_found`, the name of another bay in use as `bay_name_taken`, the last one in use as `last_bay`,
 * more than `baysInUse` as `too_many_bays`.
 */
export async function changeBay(
  context: Context,
  actor: Actor,
  shopId: number,
  bayId: number,
  input: z.infer<typeof bayChange>,
): Promise<ShopSettings> {
  await changeWithAudit(context, actor, shopId, async (tx) => {
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
      if (!bay.in_use && others.inUse >= baysInUse) refuse('too_many_bays')
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

/** Compares like the index `bays_by_name`. Under the shop row lock the name stays free after this check. */
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
