import { sql, type RawBuilder } from 'kysely'
import { bookingWindow, isDayInWindow } from '../../contract/slots/booking-window.ts'
import type { BusyTime, ShopDay } from '../../contract/slots/free-slots.ts'
import { longestBlockDays } from '../../contract/blocks/block-limits.ts'
import { refuse } from '../../contract/refusals.ts'
import { parseTimeOfDay, weekdayOf } from '../../contract/time.ts'
import { createBatcher } from '../concurrency/batcher.ts'
import type { Context } from '../context.ts'
import type { Queryable } from '../database/open-database.ts'

type Row = {
  asked: number
  time_zone: string
  opens_at: string | null
  closes_at: string | null
  bay_ids: number[] | null
  /** Busy times of the bays; epoch milliseconds. */
  busy: [bayId: number, from: number, to: number][] | null
  /** The same of the time that the shop keeps free of jobs. */
  blocked: [bayId: number, from: number, to: number][] | null
  duration_minutes: number | null
}

/** A shop's day as input of the slot rule, with the bay ids in the same order as `bays`. */
export type BayedShopDay = ShopDay & {
  bayIds: readonly number[]
  /**
   * Duration of the requested package, else of the appointment's, else of the shortest one; null for an
   * unknown package.
   */
  durationMinutes: number | null
}

export type ShopDayQuery = {
  shopId: number
  day: string
  now: number
  packageId?: number
  /** Minutes on top of the package's. */
  extraMinutes?: number
  /** An appointment whose own time counts as free. */
  appointmentId?: string
}

function toShopDay(row: Row, { day, now, extraMinutes = 0 }: ShopDayQuery): BayedShopDay {
  const opens = row.opens_at === null ? null : parseTimeOfDay(row.opens_at.slice(0, 5))
  const closes = row.closes_at === null ? null : parseTimeOfDay(row.closes_at.slice(0, 5))
  const bayIds = row.bay_ids ?? []
  const busy = [...(row.busy ?? []), ...(row.blocked ?? [])]
  return {
    day,
    zone: row.time_zone,
    bookable: isDayInWindow(day, bookingWindow(now, row.time_zone)),
    hours: opens === null || closes === null ? null : { opens, closes },
    bayIds,
    bays: bayIds.map((id): BusyTime[] =>
      busy.filter(([bayId]) => bayId === id).map(([, from, to]) => ({ from, to })),
    ),
    durationMinutes: row.duration_minutes === null ? null : row.duration_minutes + extraMinutes,
  }
}

/** Selects the shop days of a table of queries. */
const daysOf = (tuples: RawBuilder<unknown>): RawBuilder<Row> =>
  // A job is shorter than a day, so a job that overlaps the day starts after the previous midnight.
  sql<Row>`
    select q.asked::integer, s.time_zone, h.opens_at, h.closes_at,
      (select array_agg(b.id order by b.id) from bays b where b.shop_id = s.id and b.in_use) as bay_ids,
      (select json_agg(json_build_array(a.bay_id,
          (extract(epoch from a.starts_at) * 1000)::bigint, (extract(epoch from a.ends_at) * 1000)::bigint))
        from appointments a
        where a.shop_id = s.id and a.state in ('claimed', 'booked', 'completed')
          and a.starts_at >= (q.day - 1)::timestamp at time zone s.time_zone
          and a.starts_at < (q.day + 1)::timestamp at time zone s.time_zone
          and a.id is distinct from q.except_id) as busy,
      (select json_agg(json_build_array(k.bay_id,
          (extract(epoch from k.starts_at) * 1000)::bigint, (extract(epoch from k.ends_at) * 1000)::bigint))
        from blocks k
        where k.shop_id = s.id and k.state = 'active'
          and k.starts_at >= (q.day - ${sql.lit(longestBlockDays)})::timestamp at time zone s.time_zone
          and k.starts_at < (q.day + 1)::timestamp at time zone s.time_zone
          and k.ends_at > q.day::timestamp at time zone s.time_zone) as blocked,
      case when q.package_id is null and q.except_id is not null
        then (select extract(epoch from ends_at - starts_at)::integer / 60 from appointments where id = q.except_id)
        else (select min(p.duration_minutes) from packages p where q.package_id is null or p.id = q.package_id)
        end as duration_minutes
    from ${tuples} as q (shop_id, day, weekday, package_id, except_id, asked)
    join shops s on s.id = q.shop_id and s.status = 'approved'
    left join shop_hours h on h.shop_id = s.id and h.weekday = q.weekday and h.is_open
      and not exists (select from shop_closures c
        where c.shop_id = s.id and q.day between c.first_day and c.last_day)`

type QueryTuple = [
  shopId: number,
  day: string,
  weekday: number,
  packageId: number | null,
  exceptId: string | null,
]

const toTuple = ({ shopId, day, packageId, appointmentId }: ShopDayQuery): QueryTuple => [
  shopId,
  day,
  weekdayOf(day),
  packageId ?? null,
  appointmentId ?? null,
]

/**
 * A single query is not sent as an array: PostgreSQL estimates ten rows for an array, and would plan each
 * query again.
 */
function singleQuery([shopId, day, weekday, packageId, exceptId]: QueryTuple): RawBuilder<unknown> {
  return sql`(values (${shopId}::integer, ${day}::date, ${weekday}::integer, ${packageId}::integer, ${exceptId}::uuid, 1))`
}

function queryArrays(tuples: readonly QueryTuple[]): RawBuilder<unknown> {
  const column = (index: number) => tuples.map((tuple) => tuple[index])
  return sql`unnest(${column(0)}::integer[], ${column(1)}::date[], ${column(2)}::integer[], ${column(3)}::integer[],
    ${column(4)}::uuid[]) with ordinality`
}

/**
 * Reads days of shops in one query. The result has the order of the queries, with null for a shop that takes
 * no appointments.
 */
export async function listShopDays(
  db: Queryable,
  queries: readonly ShopDayQuery[],
): Promise<(BayedShopDay | null)[]> {
  const [first, ...others] = queries.map(toTuple)
  if (!first) return []
  const { rows } = await daysOf(
    others.length === 0 ? singleQuery(first) : queryArrays([first, ...others]),
  ).execute(db)
  const shopDays: (BayedShopDay | null)[] = queries.map(() => null)
  for (const row of rows) {
    const query = queries[row.asked - 1]
    if (query) shopDays[row.asked - 1] = toShopDay(row, query)
  }
  return shopDays
}

/** For the customer of an appointment at a suspended shop. */
export const shopTakesNoChanges =
  'This shop can’t take changes right now. Your appointment is still on, and you can cancel it.'

function refuseShop({ appointmentId }: ShopDayQuery): never {
  const moving = appointmentId === undefined ? {} : { sentence: shopTakesNoChanges }
  return refuse('shop_unknown', { field: 'shopId', ...moving })
}

/** One day of one shop. Refuses with `shop_unknown`. */
export async function getShopDay(db: Queryable, query: ShopDayQuery): Promise<BayedShopDay> {
  const [shopDay] = await listShopDays(db, [query])
  return shopDay ?? refuseShop(query)
}

const findInBatch = createBatcher<ShopDayQuery, BayedShopDay | null>({
  keyOf: ({ shopId, day, packageId, extraMinutes, appointmentId }) =>
    `${shopId} ${day} ${packageId} ${extraMinutes} ${appointmentId}`,
  run: ({ database }, queries) => listShopDays(database.db, queries),
})

/** As `getShopDay`, batched with the other calls of this process. Not for use in a transaction. */
export async function getShopDayBatched(context: Context, query: ShopDayQuery): Promise<BayedShopDay> {
  return (await findInBatch(context, query)) ?? refuseShop(query)
}
