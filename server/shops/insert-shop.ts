import { refuse } from '../../contract/refusals.ts'
import type { NewShop } from '../../contract/shops/shops.ts'
import type { Context } from '../context.ts'
import type { Queryable } from '../database/open-database.ts'
import { locate } from './geocode.ts'
import { givenDetails, putPayoutDetail } from './payout-rows.ts'
import { queueShopNews } from './queue-shop-news.ts'
import { recordShopChanges } from './shop-audit.ts'
import { changedFacts } from './shop-facts.ts'
import { columnsOfPlace } from './shop-place.ts'
import { timeZoneAt } from './time-zone.ts'
import { putWeek } from './week-rows.ts'

/**
 * Finds the coordinates and the time zone of an address. Null and the default time zone while the maps
 * provider is unavailable or its requests are used up. Refuses an unknown address as `address_not_found`.
 */
export async function findPlace(context: Context, network: string, address: string) {
  const located = await locate(context, network, address)
  if (located === 'not_found') return refuse('address_not_found', { field: 'address' })
  const place = located === 'unavailable' || located === 'spent' ? null : located
  return { place, timeZone: await timeZoneAt(context.database.db, place) }
}

type ShopToInsert = Awaited<ReturnType<typeof findPlace>> & { input: NewShop; ownerId: string }

/**
 * Inserts a shop that waits for approval, with its week, one bay, its encrypted payout details, its owner and
 * the mails about it.
 */
export async function insertShop(
  tx: Queryable,
  context: Context,
  { input, place, timeZone, ownerId }: ShopToInsert,
): Promise<void> {
  // One at a time for each owner: the first shop alone has the column.
  await tx.selectFrom('users').select('id').where('id', '=', ownerId).forNoKeyUpdate().executeTakeFirst()
  const owned = await tx.selectFrom('shops').select('id').where('owner_id', '=', ownerId).executeTakeFirst()
  const shop = await tx
    .insertInto('shops')
    .values({
      // The version before knows one shop for each owner, by this column.
      owner_id: owned ? null : ownerId,
      business_name: input.businessName,
      address: input.address,
      ...columnsOfPlace(place),
      time_zone: timeZone,
      status: 'pending',
      payout_method: input.paymentMethod,
      ...changedFacts({ phone: input.phone }),
      announced_at: null,
      created_at: new Date(context.clock.now()),
    })
    .returning(['id', 'business_name', 'address', 'created_at'])
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('shop_members')
    .values({ shop_id: shop.id, user_id: ownerId, role: 'owner', joined_at: shop.created_at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await putWeek(tx, shop.id, input.businessHours)
  await tx.insertInto('bays').values({ shop_id: shop.id, name: 'Bay 1' }).execute()
  for (const { field, value } of givenDetails(input.paymentMethod, input.accountDetails))
    await putPayoutDetail(tx, context.secrets.payoutKeys, { shopId: shop.id, field, value })
  await recordShopChanges(tx, shop.id, { actorId: ownerId, at: shop.created_at })
  await queueShopNews(tx, context, shop, { kind: 'shop_registered' }, ownerId)
}
