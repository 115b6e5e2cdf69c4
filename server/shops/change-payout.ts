import type * as z from 'zod/mini'
import type { payoutChange, ShopSettings } from '../../contract/shops/shop-settings.ts'
import { payoutFields } from '../../contract/shops/shops.ts'
import type { Context } from '../context.ts'
import type { Queryable } from '../database/open-database.ts'
import type { Actor } from '../identity/sessions/shop-scope.ts'
import { changeWithAudit } from './own-shop.ts'
import { givenDetails, isSealedValue, putPayoutDetail } from './payout-rows.ts'
import { getPayout, getShopSettings } from './shop-settings.ts'
import { queueShopNews } from './queue-shop-news.ts'

/**
 * Sets the payout of a shop. Another method deletes every detail of the previous one. With the same method an
 * omitted detail stays and an empty one is deleted. A real change sends a mail to the shop. Refuses a missing
 * and a foreign shop alike as `not_found`.
 */
export async function changePayout(
  context: Context,
  actor: Actor,
  shopId: number,
  { paymentMethod, accountDetails }: z.infer<typeof payoutChange>,
): Promise<ShopSettings> {
  await changeWithAudit(context, actor, shopId, async (tx, shop) => {
    const isOther = shop.payout_method !== paymentMethod
    if (isOther) {
      await tx.deleteFrom('payout_details').where('shop_id', '=', shopId).execute()
      await tx.updateTable('shops').set({ payout_method: paymentMethod }).where('id', '=', shopId).execute()
    }
    const changed = await findChanged(tx, context, shopId, givenDetails(paymentMethod, accountDetails))
    for (const detail of changed) {
      await putPayoutDetail(tx, context.secrets.payoutKeys, { shopId, ...detail })
    }
    if (!isOther && changed.length === 0) return
    const { lastFour } = await getPayout(tx, shopId, paymentMethod)
    const details = payoutFields[paymentMethod].flatMap((field) => {
      const shown = lastFour[field]
      if (shown === undefined) return []
      // An earlier version, which may still send mails, takes no more than four characters.
      return shown.includes('@') ? [{ field, lastFour: '', shown }] : [{ field, lastFour: shown }]
    })
    await queueShopNews(
      tx,
      context,
      shop,
      { kind: 'payout_changed', payout: { paymentMethod, details } },
      actor.id,
    )
  })
  context.triggerJob('notifications.send-outbox')
  return getShopSettings(context, actor, shopId)
}

type Given = ReturnType<typeof givenDetails>

/** Returns the given details that differ from the stored ones. */
async function findChanged(tx: Queryable, context: Context, shopId: number, given: Given): Promise<Given> {
  const kept = await tx.selectFrom('payout_details').selectAll().where('shop_id', '=', shopId).execute()
  return given.filter(({ field, value }) => {
    const row = kept.find((detail) => detail.field === field)
    return row ? !isSealedValue(context.secrets.payoutKeys, row, value) : value !== ''
  })
}
