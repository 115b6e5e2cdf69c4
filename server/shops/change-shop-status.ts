import { refuse } from '../../contract/refusals.ts'
import type { ManagedShop, ShopStatusChange } from '../../contract/shops/shop-settings.ts'
import type { Context } from '../context.ts'
import type { Queryable } from '../database/open-database.ts'
import type { Actor } from '../identity/sessions/shop-scope.ts'
import { changeWithAudit } from './own-shop.ts'
import { listOwners } from './shop-owners.ts'
import { getManagedShop } from './queries.ts'
import { queueShopNews } from './queue-shop-news.ts'
import type { MailCustomers } from './shop-place.ts'
import { statusOf } from './shop-status.ts'

/**
 * Approves, rejects or suspends a shop and queues a mail to it with the reason; an unchanged status has no
 * effect. A suspended shop takes no new appointments and no changes of them; existing ones stay, and their
 * customers are mailed. The suspension of a shop that was never approved is its rejection. Refuses a missing
 * shop as `not_found`, the rejection of a shop that was approved before as `shop_was_approved`, one whose
 * name or address is not the reviewed one any more as `shop_changed`, and approval as `owner_not_proven`
 * until an owner of the shop has proven their address.
 */
export async function changeShopStatus(
  context: Context,
  actor: Actor,
  shopId: number,
  { status: asked, reason = '', reviewed }: ShopStatusChange,
  mailCustomers: MailCustomers,
): Promise<ManagedShop> {
  await changeWithAudit(context, actor, shopId, async (tx, shop) => {
    const isAsReviewed =
      !reviewed || (reviewed.businessName === shop.business_name && reviewed.address === shop.address)
    if (!isAsReviewed) refuse('shop_changed')
    const status = asked === 'suspended' && !shop.ever_approved ? 'rejected' : asked
    if (statusOf(shop) === status) return
    if (status === 'rejected' && shop.ever_approved) refuse('shop_was_approved')
    if (status === 'approved') await requireProvenOwner(tx, shopId)
    await tx
      .updateTable('shops')
      .set({
        status: status === 'approved' ? 'approved' : 'suspended',
        status_reason: status === 'approved' ? '' : reason,
      })
      .where('id', '=', shopId)
      .execute()
    const news =
      status === 'approved' ? { kind: 'shop_approved' as const } : { kind: `shop_${status}` as const, reason }
    await queueShopNews(tx, context, shop, news, actor.id)
    if (status === 'suspended')
      await mailCustomers(tx, context, shopId, { kind: 'shop_not_available' }, actor.id)
  })
  context.triggerJob('notifications.send-outbox')
  return getManagedShop(context, actor.scope, shopId)
}

/** A shop without an owner is the administrators' own. */
async function requireProvenOwner(tx: Queryable, shopId: number): Promise<void> {
  const owners = await listOwners(tx, shopId)
  if (owners.length > 0 && !owners.some(({ isProven }) => isProven)) refuse('owner_not_proven')
}
