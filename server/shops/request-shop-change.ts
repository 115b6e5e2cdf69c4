import type { Context } from '../context.ts'
import type { Queryable } from '../database/open-database.ts'
import type { ShopRow } from './own-shop.ts'
import { queueChangeRequestNews } from './queue-shop-news.ts'
import { requireSameTimes, type NewPlace } from './shop-place.ts'

/**
 * Keeps a new name or address of an approved shop for an administrator, together with what an earlier request
 * asked for. Returns the rest, which needs no approval: the zone, and the coordinates of an unchanged
 * address. A field with its present value is withdrawn. `address` is the sent one, also when it is unchanged.
 */
export async function requestShopChange(
  tx: Queryable,
  context: Context,
  shop: ShopRow,
  { place, address, actorId }: { place: NewPlace; address: string | undefined; actorId: string },
): Promise<NewPlace> {
  const { business_name: name, address: _, ...rest } = place
  if (name === undefined && address === undefined) return place
  const isMove = address !== undefined && address !== shop.address
  const pending = await tx
    .selectFrom('shop_change_requests')
    .selectAll()
    .where('shop_id', '=', shop.id)
    .where('outcome', 'is', null)
    .executeTakeFirst()
  const newName = name ?? pending?.business_name ?? null
  const asked = {
    business_name: newName === shop.business_name ? null : newName,
    ...(isMove ? { address, ...coordinatesOf(rest) } : address === undefined ? placeAsked(pending) : noPlace),
  }
  const isSame = pending?.business_name === asked.business_name && pending.address === asked.address
  if (!isSame) {
    await requireSameTimes(tx, context, shop, asked.time_zone)
    await replaceRequest(tx, context, shop, { pendingId: pending?.id, asked, actorId })
  }
  return isMove ? {} : rest
}

const noPlace = {
  address: null,
  latitude: null,
  longitude: null,
  matched_address: null,
  is_rough: false,
  time_zone: null,
}
type AskedPlace = {
  address: string | null
  latitude: number | null
  longitude: number | null
  matched_address: string | null
  is_rough: boolean
  time_zone: string | null
}

function coordinatesOf(rest: NewPlace): Omit<AskedPlace, 'address'> {
  const { address: _, ...none } = noPlace
  return { ...none, ...rest }
}

function placeAsked(pending: AskedPlace | undefined): AskedPlace {
  if (!pending) return noPlace
  const { address, latitude, longitude, matched_address, is_rough, time_zone } = pending
  return { address, latitude, longitude, matched_address, is_rough, time_zone }
}

type Replacement = {
  pendingId: number | undefined
  asked: AskedPlace & { business_name: string | null }
  actorId: string
}

async function replaceRequest(
  tx: Queryable,
  context: Context,
  shop: ShopRow,
  { pendingId, asked, actorId }: Replacement,
): Promise<void> {
  const at = new Date(context.clock.now())
  const isWithdrawn = asked.business_name === null && asked.address === null
  if (pendingId !== undefined) {
    await tx
      .updateTable('shop_change_requests')
      .set({ outcome: isWithdrawn ? 'withdrawn' : 'replaced', decided_at: at, decided_by: actorId })
      .where('shop_id', '=', shop.id)
      .where('id', '=', pendingId)
      .execute()
  }
  if (isWithdrawn) return
  await tx
    .insertInto('shop_change_requests')
    .values({ shop_id: shop.id, ...asked, requested_by: actorId, requested_at: at })
    .execute()
  await queueChangeRequestNews(tx, context, shop, {
    newName: asked.business_name,
    newAddress: asked.address,
    actorId,
  })
}
