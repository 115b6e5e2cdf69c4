import { sql } from 'kysely'
import { refuse } from '../../contract/refusals.ts'
import type { Place } from '../../contract/shops/geocoding.ts'
import type { ShopChange, ShopSettings } from '../../contract/shops/shop-settings.ts'
import type { Context } from '../context.ts'
import type { Queryable } from '../database/open-database.ts'
import type { Actor } from '../identity/shop-scope.ts'
import { locate } from './geocode.ts'
import { changeInTurn, getOwnShop, type ShopRow } from './own-shop.ts'
import { getShopSettings } from './shop-settings.ts'
import { findTimeZone, timeZoneAt } from './time-zone.ts'
import { putWeek } from './week-rows.ts'

/**
 * Changes what is given of a shop; its appointments stay as they are. A new address is looked up, and the zone follows it into
 * another one unless a zone is given as well. Refuses a missing and a foreign shop alike as `not_found`, and with nothing
 * changed as `address_not_found`, `time_zone_unknown`, and `time_zone_in_use` where a clock of the new zone would show another time
 * for an appointment to come than its customer was told.
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

/** An address and its place go together; null while it could not be looked up. */
type Move = { address: string; latitude: number | null; longitude: number | null }

/** Where the shop is after the change; nothing when its address stays and was found before. */
async function findMove(
  context: Context,
  actor: Actor,
  known: ShopRow,
  address: string | undefined,
): Promise<Move | undefined> {
  if (address === undefined || (address === known.address && known.latitude !== null)) return undefined
  const located = await locate(context, actor.id, address)
  if (located === 'not_found') return refuse('address_not_found', { field: 'address' })
  if (located === 'unavailable') return { address, latitude: null, longitude: null }
  return { address, latitude: located.latitude, longitude: located.longitude }
}

type Whereabouts = Pick<ShopRow, 'latitude' | 'longitude'>

function placeOf({ latitude, longitude }: Whereabouts): Pick<Place, 'latitude' | 'longitude'> | null {
  return latitude === null || longitude === null ? null : { latitude, longitude }
}

/** The zone that a move leads into. A zone that was set by hand stays while the shop moves within the zone of its map. */
async function zoneAfter(tx: Queryable, shop: ShopRow, move: Move): Promise<string | undefined> {
  const place = placeOf(move)
  if (!place) return undefined
  const [before, after] = [await timeZoneAt(tx, placeOf(shop)), await timeZoneAt(tx, place)]
  return before === after ? undefined : after
}

/** Customers were told the time on the shop's clock, so it must show the same for every appointment to come. */
async function requireSameTimes(
  tx: Queryable,
  shop: ShopRow,
  { timeZone, now }: { timeZone: string; now: number },
): Promise<void> {
  const told = await tx
    .selectFrom('appointments')
    .select('id')
    .where('shop_id', '=', shop.id)
    .where('state', 'in', ['claimed', 'booked'])
    .where('ends_at', '>', new Date(now))
    .where(sql<boolean>`starts_at at time zone ${timeZone} <> starts_at at time zone ${shop.time_zone}`)
    .limit(1)
    .executeTakeFirst()
  if (told) refuse('time_zone_in_use', { field: 'timeZone' })
}
