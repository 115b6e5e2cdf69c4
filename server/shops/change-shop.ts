import type { User } from '../../contract/identity/identity.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Place } from '../../contract/shops/geocoding.ts'
import type { ShopChange, ShopSettings } from '../../contract/shops/shop-settings.ts'
import type { Context } from '../context.ts'
import { locate } from './geocode.ts'
import { changeInTurn, getOwnShop, type ShopRow } from './own-shop.ts'
import { getShopSettings } from './shop-settings.ts'
import { findTimeZone, timeZoneAt } from './time-zone.ts'
import { putWeek } from './week-rows.ts'

/**
 * Changes what is given of a shop; its appointments stay as they are. A new address is looked up, and the zone follows it into
 * another one unless a zone is given as well. Refuses a missing and a foreign shop alike as `not_found`, and as
 * `address_not_found` and `time_zone_unknown` with nothing changed.
 */
export async function changeShop(
  context: Context,
  actor: User,
  shopId: number,
  input: ShopChange,
): Promise<ShopSettings> {
  const { db } = context.database
  const known = await getOwnShop(db, actor, shopId)
  const givenZone =
    input.timeZone === undefined
      ? undefined
      : ((await findTimeZone(db, input.timeZone)) ?? refuse('time_zone_unknown', { field: 'timeZone' }))
  const moved = await findMove(context, actor, known, input.address)
  const timeZone = givenZone ?? moved?.timeZone
  await changeInTurn(context, actor, shopId, async (tx) => {
    const columns = {
      ...(input.businessName === undefined ? {} : { business_name: input.businessName }),
      ...(input.address === undefined ? {} : { address: input.address }),
      ...(moved ? { latitude: moved.latitude, longitude: moved.longitude } : {}),
      ...(timeZone === undefined ? {} : { time_zone: timeZone }),
    }
    if (Object.keys(columns).length > 0)
      await tx.updateTable('shops').set(columns).where('id', '=', shopId).execute()
    if (input.businessHours) await putWeek(tx, shopId, input.businessHours)
  })
  return getShopSettings(context, actor, shopId)
}

type Move = { latitude: number | null; longitude: number | null; timeZone?: string }

/** Where the shop is after the change; nothing when its address stays and was found before. */
async function findMove(
  context: Context,
  actor: User,
  known: ShopRow,
  address: string | undefined,
): Promise<Move | undefined> {
  if (address === undefined || (address === known.address && known.latitude !== null)) return undefined
  const located = await locate(context, actor.id, address)
  if (located === 'not_found') return refuse('address_not_found', { field: 'address' })
  if (located === 'unavailable') return { latitude: null, longitude: null }
  const { latitude, longitude } = located
  const { db } = context.database
  const [before, after] = [await timeZoneAt(db, placeOf(known)), await timeZoneAt(db, located)]
  // A zone that was set by hand stays while the shop moves within the zone of its map.
  return before === after ? { latitude, longitude } : { latitude, longitude, timeZone: after }
}

function placeOf({ latitude, longitude }: ShopRow): Pick<Place, 'latitude' | 'longitude'> | null {
  return latitude === null || longitude === null ? null : { latitude, longitude }
}
