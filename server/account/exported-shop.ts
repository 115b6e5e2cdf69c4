import type { Context } from '../context.ts'
import type { Actor } from '../identity/sessions/shop-scope.ts'
import { getShopSettings } from '../shops/shop-settings.ts'

/**
 * The data of the actor's own shop, without its customers; null for an actor without one, and for
 * an owner whose role allows no shop any more.
 */
export async function exportShop(context: Context, actor: Actor) {
  if (actor.scope.shops === 'none') return null
  const { db } = context.database
  const shop = await db
    .selectFrom('shops')
    .select(['id', 'created_at'])
    .where('owner_id', '=', actor.id)
    .executeTakeFirst()
  if (!shop) return null
  const { id, ownerEmail: _, closures: _coming, ...settings } = await getShopSettings(context, actor, shop.id)
  const closures = await db
    .selectFrom('shop_closures')
    .select(['first_day as firstDay', 'last_day as lastDay', 'reason'])
    .where('shop_id', '=', id)
    .orderBy('first_day')
    .execute()
  return { number: id, ...settings, closures, registeredAt: shop.created_at.toISOString() }
}
