import type { ManagedShop } from '../../contract/shops/shop-settings.ts'
import type { Context } from '../context.ts'
import type { Actor } from '../identity/shop-scope.ts'
import { changeInTurn } from './own-shop.ts'
import { getManagedShop } from './queries.ts'
import { tellShop } from './tell-shop.ts'

/**
 * Approves or suspends a shop and tells it by mail; the same status again changes nothing. A suspended shop takes no appointments
 * and no changes of them; those it has stand. Refuses a missing shop as `not_found`.
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
    await tellShop(tx, context, shop, { kind }, actor.id)
  })
  context.nudge('notifications.send-outbox')
  return getManagedShop(context, actor.scope, shopId)
}
