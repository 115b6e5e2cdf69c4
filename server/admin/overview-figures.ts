import { sql } from 'kysely'
import type { Overview } from '../../contract/admin/overview.ts'
import type { Queryable } from '../database/open-database.ts'
import { isHoldOfPrice } from '../payments/price/extra-purposes.ts'

/**
 * Shops and days of an overview. `endDay` is exclusive; days follow each shop's own calendar. `now` in epoch
 * milliseconds.
 */
export type OverviewRange = { shopIds: readonly number[]; firstDay: string; endDay: string; now: number }

export type AppointmentFigures = Omit<Overview, 'bayUse' | 'presentMonday'>

/**
 * Whether the job of a cancelled appointment `a` was done and charged: a refund after the work is no
 * cancellation. The end of the authorization dates the refund. A no-show that paid a fee was not done.
 */
const wasFinished = sql<boolean>`(
  exists (select from ledger l where l.appointment_id = a.id and l.movement = 'captured')
  and exists (select from ledger l where l.appointment_id = a.id and l.movement = 'authorization_ended'
    and l.recorded_at >= a.starts_at)
  and not exists (select from ledger l where l.appointment_id = a.id and l.movement = 'fee_due'))`

/**
 * Whether the price of a booked appointment `a` is held, or will be held on a card that was not refused: the
 * states `live` and `saved` of `healthOf` before the job's end, and a live hold that could not be renewed.
 */
const isHeldOrToBe = (now: Date) => sql<boolean>`(
  exists (select from holds h where h.appointment_id = a.id and h.status in ('live', 'capturing')
    and ${isHoldOfPrice}
    and coalesce(h.capture_before > ${now}, true))
  or a.pays_by = 'card' and a.ends_at > ${now} and a.hold_failed_at is null
    and (a.hold_attempted_at is null
      or exists (select from holds h where h.appointment_id = a.id
        and ${isHoldOfPrice}
        and (h.status = 'requested' or h.live_at >= a.hold_attempted_at))))`

/**
 * Counts the appointments that start in a range of days. Weeks without appointments are left out. Captured
 * refunded and disputed amounts come from the ledger.
 */
export async function countAppointments(
  db: Queryable,
  { shopIds, firstDay, endDay, now }: OverviewRange,
): Promise<AppointmentFigures> {
  const { rows } = await sql<AppointmentFigures>`
    with counted as materialized (
      select a.id, a.package_id, a.vehicle_make, a.price_cents, a.state,
        a.state <> 'cancelled' or ${wasFinished} as kept,
        a.state = 'booked' and ${isHeldOrToBe(new Date(now))} as is_held,
        date_trunc('week', a.starts_at at time zone s.time_zone)::date as monday,
        (a.starts_at at time zone s.time_zone)::date - (a.created_at at time zone s.time_zone)::date as lead_days
      from shops s
      join appointments a on a.shop_id = s.id and a.state in ('booked', 'completed', 'cancelled')
        and a.starts_at >= ${firstDay}::date::timestamp at time zone s.time_zone
        and a.starts_at < ${endDay}::date::timestamp at time zone s.time_zone
      where s.id = any(${shopIds}::integer[])
    ), moved as (
      select c.monday, sum(case when l.movement in ('captured', 'dispute_reinstated')
        then l.amount_cents else -l.amount_cents end) as cents
      from counted c
      join ledger l on l.appointment_id = c.id
        and l.movement in ('captured', 'refunded', 'dispute_withdrawn', 'dispute_reinstated')
      group by c.monday
    ), weeks as (
      select monday, count(*) filter (where kept) as kept, count(*) filter (where not kept) as cancelled,
        coalesce(sum(price_cents) filter (where is_held), 0) as held_cents
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
