import { deskDays } from '../../../contract/admin/move-times.ts'
import { refuse } from '../../../contract/refusals.ts'
import type { BlockedTime } from '../../../contract/blocks/blocks.ts'
import type { Queryable } from '../../database/open-database.ts'
import { requireShop, type ShopScope } from '../../identity/sessions/shop-scope.ts'
import { instantsOf } from './wall-range.ts'

const dayMs = 86_400_000

export type BlockPlace = { shopId: number; zone: string; bayIds: number[]; from: number; to: number }

/**
 * The bays and the instants of a block. Refuses a shop out of scope as `not_found`, a bay of another shop as
 * `bay_unknown`, and a time that is over, that clocks skip as a whole, or that is more than a year
 * ahead as `not_a_start_time`.
 */
export async function findBlockPlace(
  db: Queryable,
  scope: ShopScope,
  { shopId, bayIds, from, to }: BlockedTime,
  now: number,
): Promise<BlockPlace> {
  const shop = await requireShop(db, scope, shopId, { field: 'shopId' })
  const wanted = [...new Set(bayIds)].toSorted((one, other) => one - other)
  const known = await db
    .selectFrom('bays')
    .select('id')
    .where('shop_id', '=', shopId)
    .where('id', 'in', wanted)
    .execute()
  if (known.length < wanted.length)
    refuse('bay_unknown', { field: 'bayIds', sentence: 'Choose bays of this shop.' })
  const range = instantsOf({ from, to }, shop.time_zone)
  if (!range)
    return refuse('not_a_start_time', { field: 'from', sentence: 'Clocks skip that time on that day.' })
  if (range.to <= now)
    refuse('not_a_start_time', { field: 'to', sentence: 'That time is over. Choose a later one.' })
  if (range.from > now + deskDays * dayMs)
    refuse('not_a_start_time', { field: 'from', sentence: 'Choose a time within the next 12 months.' })
  return { shopId, zone: shop.time_zone, bayIds: wanted, ...range }
}
