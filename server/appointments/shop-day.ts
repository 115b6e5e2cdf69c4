import { sql, type RawBuilder } from 'kysely'
import { bookingWindow, isDayInWindow } from '../../contract/appointments/booking-window.ts'
import type { BusyTime, ShopDay } from '../../contract/appointments/free-slots.ts'
import { refuse } from '../../contract/refusals.ts'
import { parseTimeOfDay, weekdayOf } from '../../contract/time.ts'
import type { Queryable } from '../database/open-database.ts'
import { statement } from '../database/statement.ts'

type Row = {
  asked: number
  time_zone: string
  opens_at: string | null
  closes_at: string | null
  bay_ids: number[] | null
  /** Which bay is taken from when to when; epoch milliseconds. */
  busy: [bayId: number, from: number, to: number][] | null
  duration_minutes: number | null
}

/** A day of a shop as the rule wants it, with the numbers of its bays in the rule's order. */
export type BayedShopDay = ShopDay & {
  bayIds: readonly number[]
  /** What the asked job takes: of the package, else of the appointment's, else of the shortest; null when that is unknown. */
  durationMinutes: number | null
}

export type ShopDayQuery = {
  shopId: number
  day: string
  now: number
  packageId?: number
  /** Its own hours count as free. */
  appointmentId?: string
}

function toShopDay(row: Row, { day, now }: ShopDayQuery): BayedShopDay {
  const opens = row.opens_at === null ? null : parseTimeOfDay(row.opens_at.slice(0, 5))
  const closes = row.closes_at === null ? null : parseTimeOfDay(row.closes_at.slice(0, 5))
  const bayIds = row.bay_ids ?? []
  const busy = row.busy ?? []
  return {
    day,
    zone: row.time_zone,
    bookable: isDayInWindow(day, bookingWindow(now, row.time_zone)),
    hours: opens === null || closes === null ? null : { opens, closes },
    bayIds,
    bays: bayIds.map((id): BusyTime[] =>
      busy.filter(([bayId]) => bayId === id).map(([, from, to]) => ({ from, to })),
    ),
    durationMinutes: row.duration_minutes,
  }
}

/** What the rule needs to know of the days that are asked for in a table. */
const daysOf = (questions: RawBuilder<unknown>): RawBuilder<Row> =>
  // A job is shorter than a day, so those that touch the day begin after the midnight before it.
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
      (select min(p.duration_minutes) from packages p where case
        when q.package_id is not null then p.id = q.package_id
        when q.except_id is not null then p.id = (select package_id from appointments where id = q.except_id)
        else true end) as duration_minutes
    from ${questions} as q (shop_id, day, weekday, package_id, except_id, asked)
    join shops s on s.id = q.shop_id and s.status = 'approved'
    left join shop_hours h on h.shop_id = s.id and h.weekday = q.weekday and h.is_open
      and not exists (select from shop_closures c
        where c.shop_id = s.id and q.day between c.first_day and c.last_day)`

type Question = {
  shopId: number
  day: string
  weekday: number
  packageId: number | null
  exceptId: string | null
}

/** Of arrays PostgreSQL expects ten rows until it sees them, and would plan anew each time rather than keep a plan for so many. */
const readDay = statement((_db, { shopId, day, weekday, packageId, exceptId }: Question) =>
  daysOf(
    sql`(values (${shopId}::integer, ${day}::date, ${weekday}::integer, ${packageId}::integer, ${exceptId}::uuid, 1))`,
  ),
)

type Questions = { [Name in keyof Question as `${Name}s`]: Question[Name][] }

const readDays = statement((_db, { shopIds, days, weekdays, packageIds, exceptIds }: Questions) =>
  daysOf(
    sql`unnest(${shopIds}::integer[], ${days}::date[], ${weekdays}::integer[], ${packageIds}::integer[], ${exceptIds}::uuid[])
      with ordinality`,
  ),
)

const toQuestion = ({ shopId, day, packageId, appointmentId }: ShopDayQuery): Question => ({
  shopId,
  day,
  weekday: weekdayOf(day),
  packageId: packageId ?? null,
  exceptId: appointmentId ?? null,
})

function readRows(db: Queryable, queries: readonly ShopDayQuery[]): Promise<Row[]> {
  const questions = queries.map(toQuestion)
  const [only] = questions
  if (only && questions.length === 1) return readDay(db, only)
  return readDays(db, {
    shopIds: questions.map(({ shopId }) => shopId),
    days: questions.map(({ day }) => day),
    weekdays: questions.map(({ weekday }) => weekday),
    packageIds: questions.map(({ packageId }) => packageId),
    exceptIds: questions.map(({ exceptId }) => exceptId),
  })
}

/**
 * Reads everything the rule needs to know of calendar days at shops, all in one question. In the order asked; null where there
 * is no such shop, or it takes no appointments.
 */
export async function listShopDays(
  db: Queryable,
  queries: readonly ShopDayQuery[],
): Promise<(BayedShopDay | null)[]> {
  const rows = await readRows(db, queries)
  const answers: (BayedShopDay | null)[] = queries.map(() => null)
  for (const row of rows) {
    const query = queries[row.asked - 1]
    if (query) answers[row.asked - 1] = toShopDay(row, query)
  }
  return answers
}

/** One day of one shop. Refuses as `shop_unknown`. */
export async function getShopDay(db: Queryable, query: ShopDayQuery): Promise<BayedShopDay> {
  const [shopDay] = await listShopDays(db, [query])
  return shopDay ?? refuse('shop_unknown', { field: 'shopId' })
}
