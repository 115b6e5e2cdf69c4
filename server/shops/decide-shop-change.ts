import { refuse } from '../../contract/refusals.ts'
import type { ShopChangeDecision } from '../../contract/shops/shop-changes.ts'
import type { ShopSettings } from '../../contract/shops/shop-settings.ts'
import type { Context } from '../context.ts'
import type { Queryable } from '../database/open-database.ts'
import type { Actor } from '../identity/sessions/shop-scope.ts'
import { changeWithAudit } from './own-shop.ts'
import { queueShopNews } from './queue-shop-news.ts'
import { applyPlace, type MailCustomers } from './shop-place.ts'
import { getShopSettings } from './shop-settings.ts'

/**
 * Approves or rejects the new name or place of a shop, and queues mails to the shop and, on approval, to the
 * customers with coming appointments. Refuses a request that is no longer pending as `change_not_pending`,
 * and as `applyPlace` does.
 */
export async function decideShopChange(
  context: Context,
  actor: Actor,
  shopId: number,
  { requestId, decision, reason = '' }: ShopChangeDecision,
  mailCustomers: MailCustomers,
): Promise<ShopSettings> {
  await changeWithAudit(context, actor, shopId, async (tx, shop) => {
    const request = await closeRequest(tx, context, {
      shopId,
      requestId,
      outcome: decision,
      reason,
      actorId: actor.id,
    })
    if (!request) return refuse('change_not_pending')
    const { business_name: name, address, time_zone: zone } = request
    if (decision === 'approved') {
      const { latitude, longitude, matched_address, is_rough } = request
      const place = {
        ...(name !== null && { business_name: name }),
        ...(address !== null && { address, latitude, longitude, matched_address, is_rough }),
        ...(zone !== null && { time_zone: zone }),
      }
      await applyPlace(tx, context, shop, { place, actorId: actor.id, mailCustomers })
    }
    const decided = { decision, reason, newName: name, newAddress: address }
    await queueShopNews(tx, context, shop, { kind: 'shop_change_decided', decided }, actor.id)
  })
  context.triggerJob('notifications.send-outbox')
  return getShopSettings(context, actor, shopId)
}

/** Withdraws the request of a shop that waits for approval; without one nothing changes. */
export async function withdrawShopChange(
  context: Context,
  actor: Actor,
  shopId: number,
): Promise<ShopSettings> {
  await changeWithAudit(context, actor, shopId, (tx) =>
    closeRequest(tx, context, { shopId, outcome: 'withdrawn', reason: '', actorId: actor.id }),
  )
  return getShopSettings(context, actor, shopId)
}

type Closing = {
  shopId: number
  requestId?: number
  outcome: 'approved' | 'rejected' | 'withdrawn'
  reason: string
  actorId: string
}

/** Closes the pending request of a shop; undefined without one, or when it is not the given one. */
async function closeRequest(
  tx: Queryable,
  { clock }: Context,
  { shopId, requestId, outcome, reason, actorId }: Closing,
) {
  return tx
    .updateTable('shop_change_requests')
    .set({ outcome, reason, decided_by: actorId, decided_at: new Date(clock.now()) })
    .where('shop_id', '=', shopId)
    .where('outcome', 'is', null)
    .$if(requestId !== undefined, (query) => query.where('id', '=', requestId ?? 0))
    .returningAll()
    .executeTakeFirst()
}
