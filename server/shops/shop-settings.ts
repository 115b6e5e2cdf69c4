import { weekdays } from '../../contract/shops/business-hours.ts'
import { isAllowed } from '../../contract/identity/permissions.ts'
import { standingAt } from '../../contract/identity/workplaces.ts'
import type { Payout, ShopSettings } from '../../contract/shops/shop-settings.ts'
import type { PayoutMethod } from '../../contract/shops/shops.ts'
import { dayOf } from '../../contract/time.ts'
import type { Context } from '../context.ts'
import type { Queryable } from '../database/open-database.ts'
import type { Actor } from '../identity/sessions/shop-scope.ts'
import { termsOf } from './cancellation-terms.ts'
import { findReplyAddress } from './contact-email.ts'
import { getOwnShop } from './own-shop.ts'
import { listOwners } from './shop-owners.ts'
import { factsOf } from './shop-facts.ts'
import { findChangeRequests } from './find-change-requests.ts'
import { shortTime } from './queries.ts'
import { statusOf } from './shop-status.ts'

/** Returns the payout of a shop, each detail reduced to its visible part. */
export async function getPayout(
  db: Queryable,
  shopId: number,
  paymentMethod: PayoutMethod | null,
): Promise<Payout> {
  const rows = await db
    .selectFrom('payout_details')
    .select(['field', 'last_four'])
    .where('shop_id', '=', shopId)
    .execute()
  return { paymentMethod, lastFour: Object.fromEntries(rows.map((row) => [row.field, row.last_four])) }
}

async function listBays(db: Queryable, shopId: number): Promise<ShopSettings['bays']> {
  const rows = await db
    .selectFrom('bays')
    .select(['id', 'name', 'in_use'])
    .where('shop_id', '=', shopId)
    .orderBy('id')
    .execute()
  return rows.map(({ id, name, in_use: inUse }) => ({ id, name, inUse }))
}

async function listClosures(db: Queryable, shopId: number, today: string): Promise<ShopSettings['closures']> {
  return db
    .selectFrom('shop_closures')
    .select(['id', 'first_day as firstDay', 'last_day as lastDay', 'reason'])
    .where('shop_id', '=', shopId)
    .where('last_day', '>=', today)
    .orderBy('first_day')
    .orderBy('last_day')
    .orderBy('id')
    .execute()
}

async function getWeek(db: Queryable, shopId: number): Promise<ShopSettings['businessHours']> {
  const rows = await db.selectFrom('shop_hours').selectAll().where('shop_id', '=', shopId).execute()
  return Object.fromEntries(
    weekdays.map((weekday, index) => {
      const day = rows.find((row) => row.weekday === index + 1)
      return [
        weekday,
        {
          isOpen: day?.is_open ?? false,
          open: shortTime(day?.opens_at ?? '09:00'),
          close: shortTime(day?.closes_at ?? '17:00'),
        },
      ]
    }),
  ) as ShopSettings['businessHours']
}

/** Returns all settings of a shop. Refuses a missing and a foreign one alike as `not_found`. */
export async function getShopSettings(context: Context, actor: Actor, shopId: number): Promise<ShopSettings> {
  const { db } = context.database
  const shop = await getOwnShop(db, actor.scope, shopId)
  const [owner] = await listOwners(db, shopId)
  const readsPayout = isAllowed(standingAt(actor, shopId), 'shop.readPayout')
  return {
    id: shop.id,
    businessName: shop.business_name,
    address: shop.address,
    latitude: shop.latitude,
    longitude: shop.longitude,
    matchedAddress: shop.matched_address,
    isRough: shop.is_rough,
    timeZone: shop.time_zone,
    facts: factsOf(shop),
    contactEmail: shop.contact_email,
    repliesTo: await findReplyAddress(db, shopId),
    status: statusOf(shop),
    statusReason: shop.status_reason,
    ...(await findChangeRequests(db, shopId)),
    ownerEmail: owner?.email ?? null,
    textNumber: shop.text_number?.slice(2) ?? null,
    businessHours: await getWeek(db, shopId),
    cancellation: termsOf(shop),
    weekStartsOn: shop.week_starts_on,
    closures: await listClosures(db, shopId, dayOf(context.clock.now(), shop.time_zone)),
    bays: await listBays(db, shopId),
    payout: readsPayout
      ? await getPayout(db, shopId, shop.payout_method)
      : { paymentMethod: null, lastFour: {} },
  }
}
