import { refuse } from '../../contract/refusals.ts'
import type { Context } from '../context.ts'
import { shareQuestions } from '../share-questions.ts'
import { listShopDays, type BayedShopDay, type ShopDayQuery } from './shop-day.ts'

const askTogether = shareQuestions<ShopDayQuery, BayedShopDay | null>({
  keyOf: ({ shopId, day, packageId, appointmentId }) => `${shopId} ${day} ${packageId} ${appointmentId}`,
  ask: (context, queries) => listShopDays(context.database.db, queries),
})

/**
 * Reads one day of one shop, together with whoever else of this process asks at this moment (`shareQuestions`). Refuses as
 * `shop_unknown`. Not for use in a transaction.
 */
export async function readShopDay(context: Context, query: ShopDayQuery): Promise<BayedShopDay> {
  return (await askTogether(context, query)) ?? refuse('shop_unknown', { field: 'shopId' })
}
