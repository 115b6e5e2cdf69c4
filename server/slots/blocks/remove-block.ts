import { refuse } from '../../../contract/refusals.ts'
import type { Context } from '../../context.ts'
import { isUuid } from '../../database/uuid.ts'
import { inScope, requireStillInScope, type Actor } from '../../identity/sessions/shop-scope.ts'
import { lockShop } from '../find-free-bay.ts'

/**
 * Removes a block: of a weekly one this day, or with `later` this day and all later ones, and the series
 * ends. Refuses a missing block, a removed one and one out of scope as `not_found`.
 */
export async function removeBlock(
  context: Context,
  actor: Actor,
  id: string,
  { later }: { later: boolean },
): Promise<void> {
  if (!isUuid(id)) refuse('not_found')
  await context.database.transaction(async (tx) => {
    const found = await tx
      .selectFrom('blocks as a')
      .select(['a.shop_id', 'a.series_id', 'a.day'])
      .where('a.id', '=', id)
      .where('a.state', 'in', ['active', 'conflict'])
      .where(inScope(actor.scope, 'a.shop_id'))
      .executeTakeFirst()
    if (!found) return refuse('not_found')
    const { shop_id: shopId, series_id: seriesId, day } = found
    await lockShop(tx, shopId)
    await requireStillInScope(tx, actor.scope, shopId)
    const removed = {
      state: seriesId === null || later ? ('removed' as const) : ('skipped' as const),
      removed_at: new Date(context.clock.now()),
      removed_by: actor.id,
    }
    const blocks = tx
      .updateTable('blocks')
      .set(removed)
      .where('shop_id', '=', shopId)
      .where('state', 'in', ['active', 'conflict'])
    if (seriesId === null || day === null || !later) return void (await blocks.where('id', '=', id).execute())
    await blocks.where('series_id', '=', seriesId).where('day', '>=', day).execute()
    await tx
      .updateTable('block_series')
      .set({ ended_on: day })
      .where('shop_id', '=', shopId)
      .where('id', '=', seriesId)
      .execute()
  })
}
