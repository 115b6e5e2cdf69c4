import { sql } from 'kysely'
import type { BayUse } from '../../contract/admin/overview.ts'
import { sellableSpan } from '../../contract/slots/sellable-hours.ts'
import { formatTimeOfDay, parseTimeOfDay } from '../../contract/time.ts'
import type { Queryable } from '../database/open-database.ts'
import type { OverviewRange } from './overview-figures.ts'

type Opening = { weekday: number; opens_at: string; closes_at: string }

/**
 * Lists the different openings of some shops with the part of each that can be sold, as clock times. Openings
 * that no job fits are left out.
 */
async function listSellableOpenings(db: Queryable, shopIds: readonly number[]) {
  const { rows: openings } = await sql<Opening>`
    select distinct weekday, opens_at, closes_at from shop_hours
    where is_open and shop_id = any(${shopIds}::integer[])`.execute(db)
  const durations = (await db.selectFrom('packages').select('duration_minutes').execute()).map(
    (row) => row.duration_minutes,
  )
  return openings.flatMap(({ weekday, opens_at, closes_at }) => {
    const [opens, closes] = [opens_at, closes_at].map((time) => parseTimeOfDay(time.slice(0, 5)))
    if (opens === null || opens === undefined || closes === null || closes === undefined) return []
    const span = sellableSpan(weekday, { opens, closes }, durations)
    return span
      ? [
          {
            weekday,
            opens_at,
            closes_at,
            from_time: formatTimeOfDay(span.from),
            to_time: formatTimeOfDay(span.to),
          },
        ]
      : []
  })
}

/**
 * Counts the sellable and the busy bay minutes by weekday and hour of each shop's wall clock, from the first
 * day of the range until now. Sellable are the hours that a job can fill: no weekends, and nothing before the
 * first start or after the last end. Includes only bays in use, with the present weekly hours and closures.
 * Counts whole past minutes only, so that the figures of all shops are the sum of each shop's.
 */
export async function countBayUse(
  db: Queryable,
  { shopIds, firstDay, now }: OverviewRange,
): Promise<BayUse[]> {
  const instant = new Date(now)
  const sellable = JSON.stringify(await listSellableOpenings(db, shopIds))
  // Equal days and jobs are grouped before they are split into hours: the number of groups stays small
  // however long the history is.
  const { rows } = await sql<BayUse>`
    with scope as materialized (
      select s.id, s.time_zone,
        date_trunc('minute', ${instant}::timestamptz at time zone s.time_zone) as wall_now,
        date_trunc('minute', s.created_at at time zone s.time_zone) as here_since,
        (select count(*) from bays b where b.shop_id = s.id and b.in_use) as bays
      from shops s where s.id = any(${shopIds}::integer[])
    ), sold_hours as materialized (
      select h.shop_id, h.weekday, o.from_time as opens_at, o.to_time as closes_at
      from shop_hours h
      join json_to_recordset(${sellable}::json) as o (weekday integer, opens_at time, closes_at time, from_time time, to_time time)
        on o.weekday = h.weekday and o.opens_at = h.opens_at and o.closes_at = h.closes_at
      where h.is_open and h.shop_id = any(${shopIds}::integer[])
    ), open_days as (
      select d.day, h.weekday, s.bays,
        greatest(d.day + h.opens_at, s.here_since) as opens, least(d.day + h.closes_at, s.wall_now) as closes
      from scope s
      join sold_hours h on h.shop_id = s.id
      cross join lateral (
        select first_day + 7 * week as day
        from (select ${firstDay}::date + h.weekday - 1 as first_day) f,
          generate_series(0, (s.wall_now::date - f.first_day) / 7) week) d
      where d.day <= s.wall_now::date and not exists (select from shop_closures c
        where c.shop_id = s.id and d.day between c.first_day and c.last_day)
    ), open_spans as (
      select weekday, extract(epoch from opens - day) / 60 as from_minute,
        extract(epoch from closes - day) / 60 as to_minute, sum(bays) as times
      from open_days where opens < closes
      group by 1, 2, 3
    ), jobs as (
      select a.shop_id, s.here_since, s.wall_now,
        a.starts_at at time zone s.time_zone as starts, a.ends_at at time zone s.time_zone as ends,
        (a.starts_at at time zone s.time_zone)::date as day
      from scope s
      join appointments a on a.shop_id = s.id and a.state in ('booked', 'completed')
        and a.starts_at >= ${firstDay}::date::timestamp at time zone s.time_zone and a.starts_at < ${instant}
      join bays b on b.id = a.bay_id and b.in_use
    ), open_jobs as (
      select h.weekday, j.day, greatest(j.starts, j.day + h.opens_at, j.here_since) as starts,
        least(j.ends, j.day + h.closes_at, j.wall_now) as ends
      from jobs j
      join sold_hours h on h.shop_id = j.shop_id and h.weekday = extract(isodow from j.day)
      where not exists (select from shop_closures c
        where c.shop_id = j.shop_id and j.day between c.first_day and c.last_day)
    ), taken_spans as (
      select weekday, extract(epoch from starts - day) / 60 as from_minute,
        extract(epoch from ends - day) / 60 as to_minute, count(*) as times
      from open_jobs where starts < ends
      group by 1, 2, 3
    ), cut as (
      select weekday, hour, 0 as taken,
        (least(to_minute, hour * 60 + 60) - greatest(from_minute, hour * 60)) * times as open
      from open_spans join generate_series(0, 23) hour on from_minute < hour * 60 + 60 and to_minute > hour * 60
      union all
      select weekday, hour, (least(to_minute, hour * 60 + 60) - greatest(from_minute, hour * 60)) * times, 0
      from taken_spans join generate_series(0, 23) hour on from_minute < hour * 60 + 60 and to_minute > hour * 60
    )
    select weekday::integer, hour, sum(taken)::integer as "takenMinutes", sum(open)::integer as "openMinutes"
    from cut group by weekday, hour having sum(open) > 0 order by weekday, hour`.execute(db)
  return rows
}
