import { weekdays } from '../../contract/shops/business-hours.ts'
import type { User } from '../../contract/identity/identity.ts'
import { refuse } from '../../contract/refusals.ts'
import type { ManagedShop, ShopSettings } from '../../contract/shops/shop-settings.ts'
import type { Context } from '../context.ts'
import type { BookableShop } from '../../contract/shops/shops.ts'
import { addDays, dayOf } from '../../contract/time.ts'

/** A time column, 'HH:MM:SS', as 'HH:MM'. */
function shortTime(column: string): string {
  return column.slice(0, 5)
}

/** The shops that take appointments, with their week and the closures that are not over anywhere on earth. */
export async function listBookableShops({ database: { db }, clock }: Context): Promise<BookableShop[]> {
  const shops = await db
    .selectFrom('shops')
    .select(['id', 'business_name', 'address', 'time_zone'])
    .where('status', '=', 'approved')
    .orderBy('id')
    .execute()
  const hours = await db
    .selectFrom('shop_hours')
    .selectAll()
    .where('shop_id', 'in', shops.length > 0 ? shops.map((shop) => shop.id) : [0])
    .execute()
  const closures = await db
    .selectFrom('shop_closures')
    .select(['shop_id', 'first_day', 'last_day'])
    .where('last_day', '>=', addDays(dayOf(clock.now(), 'UTC'), -1))
    .orderBy('first_day')
    .execute()
  return shops.map((shop) => ({
    id: shop.id,
    businessName: shop.business_name,
    address: shop.address,
    timeZone: shop.time_zone,
    closures: closures
      .filter((closure) => closure.shop_id === shop.id)
      .map(({ first_day, last_day }) => ({ firstDay: first_day, lastDay: last_day })),
    businessHours: Object.fromEntries(
      weekdays.map((weekday, index) => {
        const day = hours.find((row) => row.shop_id === shop.id && row.weekday === index + 1)
        return [
          weekday.toLowerCase(),
          day?.is_open ? { open: shortTime(day.opens_at), close: shortTime(day.closes_at) } : null,
        ]
      }),
    ) as BookableShop['businessHours'],
  }))
}

/** Lists. */
export async function listManagedShops(context: Context, actor: User): Promise<ManagedShop[]> {
  void [context, actor]
  return refuse('unavailable')
}

/** Gets. */
export async function getShopSettings(context: Context, actor: User, shopId: number): Promise<ShopSettings> {
  void [context, actor, shopId]
  return refuse('unavailable')
}
