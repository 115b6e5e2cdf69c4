import { sql } from 'kysely'
import { bookingWindow, isDayInWindow } from '../../contract/appointments/booking-window.ts'
import type { BusyTime, ShopDay } from '../../contract/appointments/free-slots.ts'
import { refuse } from '../../contract/refusals.ts'
import { parseTimeOfDay, weekdayOf } from '../../contract/time.ts'
import type { Queryable } from '../database/open-database.ts'

type Row = {
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

/**
 * Reads everything the rule needs to know of one calendar day at an approved shop, in one question. Refuses as
 * `shop_unknown`.
 */
export async function getShopDay(db: Queryable, query: ShopDayQuery): Promise<BayedShopDay> {
  const { shopId, day, now } = query
  const packageId = query.packageId ?? null
  const except = query.appointmentId ?? null
  const weekday = weekdayOf(day)
  // A job is shorter than a day, so those that touch the day begin after the midnight before it.
  const { rows } = await sql<Row>`
    select s.time_zone, h.opens_at, h.closes_at,
      (select array_agg(b.id order by b.id) from bays b where b.shop_id = s.id) as bay_ids,
      (select json_agg(json_build_array(a.bay_id,
          (extract(epoch from a.starts_at) * 1000)::bigint, (extract(epoch from a.ends_at) * 1000)::bigint))
        from appointments a
        where a.shop_id = s.id and a.state in ('claimed', 'booked', 'completed')
          and a.starts_at >= (${day}::date - 1)::timestamp at time zone s.time_zone
          and a.starts_at < (${day}::date + 1)::timestamp at time zone s.time_zone
          and a.id is distinct from ${except}::uuid) as busy,
      (select min(p.duration_minutes) from packages p where case
        when ${packageId}::integer is not null then p.id = ${packageId}
        when ${except}::uuid is not null then p.id = (select package_id from appointments where id = ${except}::uuid)
        else true end) as duration_minutes
    from shops s
    left join shop_hours h on h.shop_id = s.id and h.weekday = ${weekday} and h.is_open
      and not exists (select from shop_closures c
        where c.shop_id = s.id and ${day}::date between c.first_day and c.last_day)
    where s.id = ${shopId} and s.status = 'approved'`.execute(db)
  const row = rows[0]
  if (!row) return refuse('shop_unknown', { field: 'shopId' })
  const opens = row.opens_at === null ? null : parseTimeOfDay(row.opens_at.slice(0, 5))
  const closes = row.closes_at === null ? null : parseTimeOfDay(row.closes_at.slice(0, 5))
  const bayIds = row.bay_ids ?? []
  const bays = bayIds.map((id): BusyTime[] =>
    (row.busy ?? []).filter(([bayId]) => bayId === id).map(([, from, to]) => ({ from, to })),
  )
  return {
    day,
    zone: row.time_zone,
    bookable: isDayInWindow(day, bookingWindow(now, row.time_zone)),
    hours: opens === null || closes === null ? null : { opens, closes },
    bayIds,
    bays,
    durationMinutes: row.duration_minutes,
  }
}
