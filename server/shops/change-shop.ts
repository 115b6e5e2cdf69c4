import { sql } from 'kysely'
import { statesWithSlot } from '../../contract/booking/appointment-states.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Place } from '../../contract/shops/geocoding.ts'
import type { ShopChange, ShopSettings } from '../../contract/shops/shop-settings.ts'
import type { Context } from '../context.ts'
import type { Queryable } from '../database/open-database.ts'
import type { Actor } from '../identity/sessions/shop-scope.ts'
import { addressLookUps } from '../identity/limits/network-limits.ts'
import { locate } from './geocode.ts'
import { changeInTurn, getOwnShop, type ShopRow } from './own-shop.ts'
import { getShopSettings } from './shop-settings.ts'
import { findTimeZone, timeZoneAt } from './time-zone.ts'
import { putWeek } from './week-rows.ts'

/**
 * Changes the given fields of a shop; its appointments stay as they are. A new address is geocoded, and the
 * time zone follows unless one is given as well. Refuses a missing and a foreign shop alike as `not_found`.
 * Refuses without any change as `address_not_found`, `time_zone_unknown`, or `time_zone_in_use` if the new
 * zone would change the local time of a future appointment.
 */
export async function changeShop(
  context: Context,
  actor: Actor,
  shopId: number,
  input: ShopChange,
): Promise<ShopSettings> {
  const { db } = context.database
  const known = await getOwnShop(db, actor.scope, shopId)
  const givenZone =
    input.timeZone === undefined
      ? undefined
      : ((await findTimeZone(db, input.timeZone)) ?? refuse('time_zone_unknown', { field: 'timeZone' }))
  const move = await findMove(context, actor, known, input.address)
  await changeInTurn(context, actor.scope, shopId, async (tx, shop) => {
    const timeZone = givenZone ?? (move && (await zoneAfter(tx, shop, move)))
    if (timeZone !== undefined) await requireSameTimes(tx, shop, { timeZone, now: context.clock.now() })
    const columns = {
      ...(input.businessName === undefined ? {} : { business_name: input.businessName }),
      ...move,
      ...(timeZone === undefined ? {} : { time_zone: timeZone }),
    }
    if (Object.keys(columns).length > 0)
      await tx.updateTable('shops').set(columns).where('id', '=', shopId).execute()
    if (input.businessHours) await putWeek(tx, shopId, input.businessHours)
  })
  return getShopSettings(context, actor, shopId)
}

/** An address with its coordinates; null coordinates if geocoding was unavailable. */
type Move = { address: string; latitude: number | null; longitude: number | null }

/** Returns the new location; undefined if the address is unchanged and already has coordinates. */
async function findMove(
  context: Context,
  actor: Actor,
  known: ShopRow,
  address: string | undefined,
): Promise<Move | undefined> {
  if (address === undefined || (address === known.address && known.latitude !== null)) return undefined
  const located = await locate(context, actor.id, address)
  if (located === 'not_found') return refuse('address_not_found', { field: 'address' })
  if (located === 'spent')
    return refuse('too_many_requests', { retryAfterSeconds: addressLookUps(context).windowSeconds })
  if (located === 'unavailable') return { address, latitude: null, longitude: null }
  return { address, latitude: located.latitude, longitude: located.longitude }
}

type Coordinates = Pick<ShopRow, 'latitude' | 'longitude'>

function placeOf({ latitude, longitude }: Coordinates): Pick<Place, 'latitude' | 'longitude'> | null {
  return latitude === null || longitude === null ? null : { latitude, longitude }
}

/**
 * Returns the time zone of a move. A manually set zone stays while the shop moves within the zone of its
 * coordinates.
 */
async function zoneAfter(tx: Queryable, shop: ShopRow, move: Move): Promise<string | undefined> {
  const place = placeOf(move)
  if (!place) return undefined
  const [before, after] = [await timeZoneAt(tx, placeOf(shop)), await timeZoneAt(tx, place)]
  return before === after ? undefined : after
}

/** Customers know the local time of their appointment, so it must stay the same for every future one. */
async function requireSameTimes(
  tx: Queryable,
  shop: ShopRow,
  { timeZone, now }: { timeZone: string; now: number },
): Promise<void> {
  const conflicting = await tx
    .selectFrom('appointments')
    .select('id')
    .where('shop_id', '=', shop.id)
    .where('state', 'in', statesWithSlot)
    .where('ends_at', '>', new Date(now))
    .where(sql<boolean>`starts_at at time zone ${timeZone} <> starts_at at time zone ${shop.time_zone}`)
    .limit(1)
    .executeTakeFirst()
  if (conflicting) refuse('time_zone_in_use', { field: 'timeZone' })
}
