import { sql } from 'kysely'
import { refuse } from '../../contract/refusals.ts'
import { weekdays } from '../../contract/shops/business-hours.ts'
import type { ManagedShop } from '../../contract/shops/shop-settings.ts'
import type { BookableShop } from '../../contract/shops/shops.ts'
import { addDays, dayOf } from '../../contract/time.ts'
import type { Context } from '../context.ts'
import { inScope, type ShopScope } from '../identity/sessions/shop-scope.ts'
import { termsColumns, termsOf } from './cancellation-terms.ts'
import type { ShopRow } from './own-shop.ts'
import { factColumns, factsOf } from './shop-facts.ts'
import { chiefOwner } from './shop-owners.ts'
import { statusOf } from './shop-status.ts'

/** Formats a time column: 'HH:MM:SS' becomes 'HH:MM'. */
export function shortTime(column: string): string {
  return column.slice(0, 5)
}

/**
 * Lists the shops that take appointments, with their week and the closures that are not over in any time
 * zone.
 */
export async function listBookableShops({
  config,
  database: { db },
  clock,
}: Context): Promise<BookableShop[]> {
  const shops = await db
    .selectFrom('shops')
    .select(['id', 'business_name', 'address', 'time_zone', 'text_number', ...factColumns, ...termsColumns])
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
    facts: factsOf(shop),
    cancellation: termsOf(shop),
    sendsTexts: config.texts !== null && shop.text_number !== null,
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

type ManagedRow = {
  id: number
  business_name: string
  address: string
  time_zone: string
  status: ShopRow['status']
  ever_approved: boolean
  status_reason: string
  has_pending_change: boolean
  owner_email: string | null
  is_owner_proven: boolean
  created_at: Date
  bays: number
  upcoming: number
}

async function selectManaged(
  context: Context,
  scope: ShopScope,
  shopId: number | null,
): Promise<ManagedShop[]> {
  const now = new Date(context.clock.now())
  // No job is longer than a day, so unfinished appointments began since yesterday, and the index on the start
  // finds them.
  const { rows } = await sql<ManagedRow>`
    select s.id, s.business_name, s.address, s.time_zone, s.status, s.ever_approved, s.status_reason,
      exists (select from shop_change_requests r where r.shop_id = s.id and r.outcome is null) as has_pending_change,
      u.email as owner_email, coalesce(u.email_verified, true) as is_owner_proven, s.created_at,
      (select count(*) from bays b where b.shop_id = s.id and b.in_use) as bays,
      coalesce(a.upcoming, 0) as upcoming
    from shops s
    left join users u on u.id = ${chiefOwner}
    left join (select shop_id, count(*) as upcoming from appointments
      where state in ('booked', 'completed') and starts_at > ${now}::timestamptz - interval '1 day' and ends_at > ${now}
      group by shop_id) a on a.shop_id = s.id
    where ${inScope(scope, 's.id')} and (${shopId}::integer is null or s.id = ${shopId})
    order by s.status <> 'pending', s.id`.execute(context.database.db)
  return rows.map((row) => ({
    id: row.id,
    businessName: row.business_name,
    address: row.address,
    timeZone: row.time_zone,
    status: statusOf(row),
    statusReason: row.status_reason,
    hasPendingChange: row.has_pending_change,
    ownerEmail: row.owner_email,
    isOwnerProven: row.is_owner_proven,
    registeredAt: row.created_at.toISOString(),
    bays: row.bays,
    upcoming: row.upcoming,
  }))
}

/** Lists the shops in scope, those awaiting approval first. */
export async function listManagedShops(context: Context, scope: ShopScope): Promise<ManagedShop[]> {
  return selectManaged(context, scope, null)
}

/** Returns one shop as in the list. Refuses a missing and a foreign one alike as `not_found`. */
export async function getManagedShop(
  context: Context,
  scope: ShopScope,
  shopId: number,
): Promise<ManagedShop> {
  const [shop] = await selectManaged(context, scope, shopId)
  return shop ?? refuse('not_found')
}
