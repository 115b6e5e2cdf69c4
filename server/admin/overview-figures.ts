import { sql } from 'kysely'
import type { Overview } from '../../contract/admin/overview.ts'
import type { Queryable } from '../database/open-database.ts'

/**
 * Shops and days of an overview. `endDay` is exclusive; days follow each shop's own calendar. `now` in epoch
 * milliseconds.
 */
export type OverviewRange = { shopIds: readonly number[]; firstDay: string; endDay: string; now: number }

export type AppointmentFigures = Omit<Overview, 'bayUse' | 'presentMonday'>

/**
 * Counts the appointments that start in a range of days. Weeks without appointments are left out. Captured
 * and refunded amounts come from the ledger.
 */
export async function countAppointments(
  db: Queryable,
  { shopIds, firstDay, endDay }: OverviewRange,
): Promise<AppointmentFigures> {
  const { rows } = await sql<AppointmentFigures>`
    with counted as materialized (
      select a.id, a.package_id, a.vehicle_make, a.price_cents, a.state,
        a.state <> 'cancelled' as kept,
        date_trunc('week', a.starts_at at time zone s.time_zone)::date as monday,
        (a.starts_at at time zone s.time_zone)::date - (a.created_at at time zone s.time_zone)::date as lead_days
      from shops s
      join appointments a on a.shop_id = s.id and a.state in ('booked', 'completed', 'cancelled')
        and a.starts_at >= ${firstDay}::date::timestamp at time zone s.time_zone
        and a.starts_at < ${endDay}::date::timestamp at time zone s.time_zone
      where s.id = any(${shopIds}::integer[])
    ), moved as (
      select c.monday, sum(case l.movement when 'captured' then l.amount_cents else -l.amount_cents end) as cents
      from counted c
      join ledger l on l.appointment_id = c.id and l.movement in ('captured', 'refunded')
      group by c.monday
    ), weeks as (
      select monday, count(*) filter (where kept) as kept, count(*) filter (where not kept) as cancelled,
        coalesce(sum(price_cents) filter (where state = 'booked'), 0) as held_cents
      from counted group by monday
    ), packages_sold as (
      select p.id, p.name, count(c.id) as sold, coalesce(sum(c.price_cents), 0) as cents
      from packages p left join counted c on c.package_id = p.id and c.kept
      group by p.id
    ), makes_sold as (
      select vehicle_make as make, count(*) as sold from counted where kept group by vehicle_make
    ), leads as (
      select lead_days, count(*) as appointments from counted where kept group by lead_days
    )
    select
      coalesce((select json_agg(json_build_object('monday', w.monday, 'capturedCents', coalesce(m.cents, 0),
          'heldCents', w.held_cents, 'kept', w.kept, 'cancelled', w.cancelled) order by w.monday)
        from weeks w left join moved m using (monday)), '[]') as weeks,
      coalesce((select json_agg(json_build_object('name', name, 'sold', sold, 'cents', cents) order by sold desc, id)
        from packages_sold), '[]') as packages,
      coalesce((select json_agg(json_build_object('make', make, 'sold', sold) order by sold desc, make)
        from makes_sold), '[]') as makes,
      coalesce((select json_agg(json_build_object('days', lead_days, 'appointments', appointments) order by lead_days)
        from leads), '[]') as "leadTimes",
      (select percentile_cont(0.5) within group (order by lead_days) from counted where kept) as "medianLeadDays"`.execute(
    db,
  )
  const [figures] = rows
  if (!figures) throw new Error('the overview query returned no row')
  return figures
}
