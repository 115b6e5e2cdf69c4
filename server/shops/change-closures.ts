import type * as z from 'zod/mini'
import { refuse } from '../../contract/refusals.ts'
import type { newClosure, ShopSettings } from '../../contract/shops/shop-settings.ts'
import { addDays, dayOf } from '../../contract/time.ts'
import type { Context } from '../context.ts'
import type { Actor } from '../identity/shop-scope.ts'
import { changeInTurn } from './own-shop.ts'
import { getShopSettings } from './shop-settings.ts'

const mostDays = 366
const mostClosures = 200

/**
 * Closes a shop on a range of days by its own calendar; it may overlap others, and appointments on these days stay. Refuses as
 * `closure_not_possible` days that are all over, more than 366 of them, and a 201st closure.
 */
export async function addClosure(
  context: Context,
  actor: Actor,
  shopId: number,
  { firstDay, lastDay, reason = '' }: z.infer<typeof newClosure>,
): Promise<ShopSettings> {
  await changeInTurn(context, actor.scope, shopId, async (tx, shop) => {
    const today = dayOf(context.clock.now(), shop.time_zone)
    const refuseDays = (sentence: string) => refuse('closure_not_possible', { sentence, field: 'lastDay' })
    if (lastDay < today) refuseDays('These days are over. Please choose others.')
    if (addDays(firstDay, mostDays) <= lastDay)
      refuseDays(`A closure lasts ${mostDays} days at most. Please choose a shorter one.`)
    const { count } = await tx
      .selectFrom('shop_closures')
      .select((row) => row.fn.countAll<number>().as('count'))
      .where('shop_id', '=', shopId)
      .where('last_day', '>=', today)
      .executeTakeFirstOrThrow()
    if (count >= mostClosures)
      refuseDays(`A shop has ${mostClosures} closures at most. Please remove one first.`)
    await tx
      .insertInto('shop_closures')
      .values({ shop_id: shopId, first_day: firstDay, last_day: lastDay, reason })
      .execute()
  })
  return getShopSettings(context, actor, shopId)
}

/** Opens a shop again on the days of a closure, unless another one covers them. Refuses one that is not the shop's as `not_found`. */
export async function removeClosure(
  context: Context,
  actor: Actor,
  shopId: number,
  closureId: number,
): Promise<ShopSettings> {
  await changeInTurn(context, actor.scope, shopId, async (tx) => {
    const { numDeletedRows: removed } = await tx
      .deleteFrom('shop_closures')
      .where('id', '=', closureId)
      .where('shop_id', '=', shopId)
      .executeTakeFirstOrThrow()
    if (!removed) refuse('not_found')
  })
  return getShopSettings(context, actor, shopId)
}
