import type * as z from 'zod/mini'
import { refuse } from '../../contract/refusals.ts'
import type { newClosure, ShopSettings } from '../../contract/shops/shop-settings.ts'
import { addDays, dayOf } from '../../contract/time.ts'
import type { Context } from '../context.ts'
import type { Actor } from '../identity/sessions/shop-scope.ts'
import { changeWithAudit } from './own-shop.ts'
import { getShopSettings } from './shop-settings.ts'

const maxDays = 366
const maxClosures = 200

/**
 * Closes a shop on a range of days in its own calendar. It may overlap others, and appointments on these days
 * stay. Refuses past days only, more than 366 days, the days of another closure, and a 201st closure as
 * `closure_not_possible`.
 */
export async function addClosure(
  context: Context,
  actor: Actor,
  shopId: number,
  { firstDay, lastDay, reason = '' }: z.infer<typeof newClosure>,
): Promise<ShopSettings> {
  await changeWithAudit(context, actor, shopId, async (tx, shop) => {
    const today = dayOf(context.clock.now(), shop.time_zone)
    const refuseDays = (sentence: string) => refuse('closure_not_possible', { sentence, field: 'lastDay' })
    if (lastDay < today) refuseDays('These days are over. Please choose others.')
    if (addDays(firstDay, maxDays) <= lastDay)
      refuseDays(`A closure lasts ${maxDays} days at most. Choose a shorter one.`)
    const same = await tx
      .selectFrom('shop_closures')
      .select('id')
      .where('shop_id', '=', shopId)
      .where('first_day', '=', firstDay)
      .where('last_day', '=', lastDay)
      .executeTakeFirst()
    if (same)
      refuse('closure_not_possible', { sentence: 'These days are already closed.', field: 'firstDay' })
    const { count } = await tx
      .selectFrom('shop_closures')
      .select((row) => row.fn.countAll<number>().as('count'))
      .where('shop_id', '=', shopId)
      .where('last_day', '>=', today)
      .executeTakeFirstOrThrow()
    if (count >= maxClosures) refuseDays(`A shop has ${maxClosures} closures at most. Remove one first.`)
    await tx
      .insertInto('shop_closures')
      .values({ shop_id: shopId, first_day: firstDay, last_day: lastDay, reason })
      .execute()
  })
  return getShopSettings(context, actor, shopId)
}

/**
 * Deletes a closure; days that another closure covers stay closed. Refuses a closure of another shop as
 * `not_found`.
 */
export async function removeClosure(
  context: Context,
  actor: Actor,
  shopId: number,
  closureId: number,
): Promise<ShopSettings> {
  await changeWithAudit(context, actor, shopId, async (tx) => {
    const { numDeletedRows: removed } = await tx
      .deleteFrom('shop_closures')
      .where('id', '=', closureId)
      .where('shop_id', '=', shopId)
      .executeTakeFirstOrThrow()
    if (!removed) refuse('not_found')
  })
  return getShopSettings(context, actor, shopId)
}
