import type { ManagedShop } from '../../contract/shops/shop-settings.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Context } from '../context.ts'
import type { Queryable } from '../database/open-database.ts'
import type { Actor } from '../identity/sessions/shop-scope.ts'
import { changeInTurn, type ShopRow } from './own-shop.ts'
import { getManagedShop } from './queries.ts'
import { queueShopNews } from './queue-shop-news.ts'

/**
 * Approves or suspends a shop and queues a mail to it; an unchanged status has no effect. A suspended shop
 * takes no new appointments and no changes of them; existing ones stay. Refuses a missing shop as
 * `not_found`, and approval as `owner_not_proven` until the owner has proven the address of the account.
 */
export async function changeShopStatus(
  context: Context,
  actor: Actor,
  shopId: number,
  status: 'approved' | 'suspended',
): Promise<ManagedShop> {
  await changeInTurn(context, actor.scope, shopId, async (tx, shop) => {
    if (shop.status === status) return
    if (status === 'approved') await requireProvenOwner(tx, shop)
    await tx.updateTable('shops').set({ status }).where('id', '=', shopId).execute()
    const kind = status === 'approved' ? 'shop_approved' : 'shop_suspended'
    await queueShopNews(tx, context, shop, { kind }, actor.id)
  })
  context.triggerJob('notifications.send-outbox')
  return getManagedShop(context, actor.scope, shopId)
}

/** A shop without an owner is the administrators' own. */
async function requireProvenOwner(tx: Queryable, { owner_id: ownerId }: ShopRow): Promise<void> {
  if (ownerId === null) return
  const owner = await tx
    .selectFrom('users')
    .select('email_verified')
    .where('id', '=', ownerId)
    .executeTakeFirstOrThrow()
  if (!owner.email_verified) refuse('owner_not_proven')
}
