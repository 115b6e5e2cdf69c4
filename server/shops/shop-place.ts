import { sql } from 'kysely'
import { statesWithSlot } from '../../contract/booking/appointment-states.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Place } from '../../contract/shops/geocoding.ts'
import type { Context } from '../context.ts'
import type { Queryable } from '../database/open-database.ts'
import type { ShopRow } from './own-shop.ts'

/** An event of a shop that the customers of coming appointments are told. */
export type ShopNewsForCustomers =
  | { kind: 'shop_not_available' }
  | { kind: 'shop_details_changed'; before: { shopName: string; shopAddress: string } }

/**
 * Queues a mail to every customer with a coming appointment at a shop, in the transaction of the event. The
 * handlers pass it in, because mails to customers are above this feature.
 */
export type MailCustomers = (
  tx: Queryable,
  context: Context,
  shopId: number,
  news: ShopNewsForCustomers,
  actorId: string,
) => Promise<void>

/** The columns of a new name or place; missing ones stay. */
export type NewPlace = Partial<
  Pick<
    ShopRow,
    'business_name' | 'address' | 'latitude' | 'longitude' | 'matched_address' | 'is_rough' | 'time_zone'
  >
>

/** The columns of a geocoded address; without coordinates if geocoding was unavailable. */
export function columnsOfPlace(place: Place | null) {
  return {
    latitude: place?.latitude ?? null,
    longitude: place?.longitude ?? null,
    matched_address: place?.formattedAddress ?? null,
    is_rough: place?.isRough ?? false,
  }
}

/**
 * Gives a shop its new name, place or zone. Customers with coming appointments at a shop that was approved
 * are mailed a new name or address. Refuses as `time_zone_in_use` if the new zone would change the local time
 * of a coming appointment.
 */
export async function applyPlace(
  tx: Queryable,
  context: Context,
  shop: ShopRow,
  { place, actorId, mailCustomers }: { place: NewPlace; actorId: string; mailCustomers: MailCustomers },
): Promise<void> {
  if (Object.keys(place).length === 0) return
  await requireSameTimes(tx, context, shop, place.time_zone)
  await tx.updateTable('shops').set(place).where('id', '=', shop.id).execute()
  const { business_name: name = shop.business_name, address = shop.address } = place
  if (!shop.ever_approved || (name === shop.business_name && address === shop.address)) return
  await mailCustomers(
    tx,
    context,
    shop.id,
    { kind: 'shop_details_changed', before: { shopName: shop.business_name, shopAddress: shop.address } },
    actorId,
  )
}

/** Customers know the local time of their appointment, so it must stay the same for every coming one. */
export async function requireSameTimes(
  tx: Queryable,
  { clock }: Context,
  shop: ShopRow,
  timeZone: string | null | undefined,
): Promise<void> {
  if (timeZone === undefined || timeZone === null || timeZone === shop.time_zone) return
  const conflicting = await tx
    .selectFrom('appointments')
    .select('id')
    .where('shop_id', '=', shop.id)
    .where('state', 'in', statesWithSlot)
    .where('ends_at', '>', new Date(clock.now()))
    .where(sql<boolean>`starts_at at time zone ${timeZone} <> starts_at at time zone ${shop.time_zone}`)
    .limit(1)
    .executeTakeFirst()
  if (conflicting) refuse('time_zone_in_use', { field: 'timeZone' })
}
