import type { Context } from '../context.ts'
import { lacksSecondFactor } from '../identity/second-factor/lacks-second-factor.ts'
import type { Actor } from '../identity/sessions/shop-scope.ts'
import { getShopSettings } from '../shops/shop-settings.ts'

/** Replaces the shop's data in the file of an owner who lacks the second factor that its calls need. */
const withheld = 'Set up a second factor on your account page, and then export again.'

/**
 * The data of the actor's own shop, without its customers; null for an actor without one, and for
 * an owner whose role allows no shop any more. A sentence instead while a required second factor is missing.
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
  if (lacksSecondFactor(context, actor)) return withheld
  const { id, ownerEmail: _, closures: _coming, ...settings } = await getShopSettings(context, actor, shop.id)
  const closures = await db
    .selectFrom('shop_closures')
    .select(['first_day as firstDay', 'last_day as lastDay', 'reason'])
    .where('shop_id', '=', id)
    .orderBy('first_day')
    .execute()
  return { number: id, ...settings, closures, registeredAt: shop.created_at.toISOString() }
}
