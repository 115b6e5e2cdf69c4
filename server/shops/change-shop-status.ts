import type { ManagedShop } from '../../contract/shops/shop-settings.ts'
import type { Context } from '../context.ts'
import type { Actor } from '../identity/sessions/shop-scope.ts'
import { changeInTurn } from './own-shop.ts'
import { getManagedShop } from './queries.ts'
import { queueShopNews } from './queue-shop-news.ts'

/**
 * Approves or suspends a shop and queues a mail to it; an unchanged status has no effect. A suspended shop
 * takes no new appointments and no changes of them; existing ones stay. Refuses a missing shop as
 * `not_found`.
 */
export async function changeShopStatus(
  context: Context,
  actor: Actor,
  shopId: number,
  status: 'approved' | 'suspended',
): Promise<ManagedShop> {
  await changeInTurn(context, actor.scope, shopId, async (tx, shop) => {
    if (shop.status === status) return
    await tx.updateTable('shops').set({ status }).where('id', '=', shopId).execute()
    const kind = status === 'approved' ? 'shop_approved' : 'shop_suspended'
    await queueShopNews(tx, context, shop, { kind }, actor.id)
  })
  context.triggerJob('notifications.send-outbox')
  return getManagedShop(context, actor.scope, shopId)
}
