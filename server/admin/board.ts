import { sql } from 'kysely'
import { paymentStatusOf } from '../../contract/booking/appointment-states.ts'
import type { Board, BoardJob, BoardQuery } from '../../contract/admin/board.ts'
import { refuse } from '../../contract/refusals.ts'
import type { WeekStart } from '../../contract/shops/business-hours.ts'
import type { Bay } from '../../contract/shops/shop-settings.ts'
import { addDays, dayOf, parseTimeOfDay, wallTimeOf, weekdayOf } from '../../contract/time.ts'
import { healthOf, holdSummary } from '../holds/hold-health.ts'
import { vehicleOf } from '../catalog/queries.ts'
import type { Context } from '../context.ts'
import type { Queryable } from '../database/open-database.ts'
import { agreesToTexts } from '../texts/consents.ts'
import { inScope, type ShopScope } from '../identity/sessions/shop-scope.ts'
import { listBoardBlocks } from './board-blocks.ts'
import { placementOf } from './placement.ts'
import { chiefDispute, isFitmentAwaited, shownPaymentOf } from './listed-appointment.ts'

const minutesOfDay = 1440

/**
 * The bays of a shop with their jobs, for one day or a week from the requested day on, by the shop's
 * calendar. Refuses a missing shop and one outside the scope with `not_found`.
 */
export async function findBoard(context: Context, scope: ShopScope, query: BoardQuery): Promise<Board> {
  const { db } = context.database
  const now = context.clock.now()
  const shop = await findShop(db, scope, Number(query.shopId))
  if (!shop) return refuse('not_found')
  const today = dayOf(now, shop.time_zone)
  const asked = query.from ?? today
  const from = query.days === 'week' ? weekStartOf(asked, shop.week_starts_on) : asked
  const length = query.days === 'week' ? 7 : Number(query.days ?? '1')
  const days = Array.from({ length }, (_, index) => addDays(from, index))
  const range = { shopId: shop.id, zone: shop.time_zone, days }
  const [{ closures, jobs }, blocks] = await Promise.all([findRange(db, range), listBoardBlocks(db, range)])
  const sendsTexts = context.config.texts !== null && shop.text_number !== null
  const withJobs = new Set(jobs.map((job) => job.bay_id))
  return {
    shopId: shop.id,
    businessName: shop.business_name,
    timeZone: shop.time_zone,
    today,
    sendsTexts,
    bays: shop.bays.filter((bay) => bay.inUse || withJobs.has(bay.id)),
    days: days.map((day) => openingOf(day, shop.hours, closures)),
    jobs: jobs.map((row) => toJob(row, { zone: shop.time_zone, sendsTexts, now })),
    blocks,
  }
}

/** The first day of the week in which a day lies. */
function weekStartOf(day: string, weekStartsOn: WeekStart): string {
  return addDays(day, -(weekStartsOn === 'Monday' ? weekdayOf(day) - 1 : weekdayOf(day) % 7))
}

type Hours = { weekday: number; opensAt: string; closesAt: string }

function findShop(db: Queryable, scope: ShopScope, shopId: number) {
  const bays = sql<Bay[]>`coalesce((
    select json_agg(json_build_object('id', b.id, 'name', b.name, 'inUse', b.in_use) order by b.id)
    from bays b where b.shop_id = s.id), '[]')`
  const hours = sql<Hours[]>`coalesce((
    select json_agg(json_build_object('weekday', h.weekday, 'opensAt', h.opens_at, 'closesAt', h.closes_at))
    from shop_hours h where h.shop_id = s.id and h.is_open), '[]')`
  return db
    .selectFrom('shops as s')
    .select([
      's.id',
      's.business_name',
      's.time_zone',
      's.week_starts_on',
      's.text_number',
      bays.as('bays'),
      hours.as('hours'),
    ])
    .where('s.id', '=', shopId)
    .where(inScope(scope, 's.id'))
    .executeTakeFirst()
}

type Range = { shopId: number; zone: string; days: readonly string[] }

async function findRange(db: Queryable, { shopId, zone, days }: Range) {
  const [first = '', last = first] = [days[0], days.at(-1)]
  const [closures, jobs] = await Promise.all([
    db
      .selectFrom('shop_closures')
      .select(['first_day', 'last_day', 'reason'])
      .where('shop_id', '=', shopId)
      .where('first_day', '<=', last)
      .where('last_day', '>=', first)
      .orderBy('id')
      .execute(),
    db
      .selectFrom('appointments as a')
      .innerJoin('packages as p', 'p.id', 'a.package_id')
      .leftJoin('users as t', 't.id', 'a.technician_id')
      .select(['a.id', 'a.bay_id', 'a.state', 'a.pays_by', 'a.starts_at', 'a.ends_at', 'a.hold_attempted_at'])
      .select(['a.work_state', 'a.confirmed_of', 'a.hours_waived', 't.name as technician_name'])
      .select(['a.hold_failed_at', 'a.customer_name', 'a.customer_phone', 'p.name as package_name'])
      .select(['a.customer_email', agreesToTexts.as('agrees_to_texts')])
      .select(['a.vehicle_year', 'a.vehicle_make', 'a.vehicle_model', 'a.vehicle_vin'])
      .select([holdSummary.as('holds'), chiefDispute.as('dispute_status')])
      .where('a.shop_id', '=', shopId)
      .where('a.state', 'in', ['claimed', 'booked', 'completed'])
      .where('a.starts_at', '>=', sql<Date>`${first}::date::timestamp at time zone ${zone}`)
      .where('a.starts_at', '<', sql<Date>`(${last}::date + 1)::timestamp at time zone ${zone}`)
      .orderBy('a.starts_at')
      .orderBy('a.bay_id')
      .execute(),
  ])
  return { closures, jobs }
}

type Closure = { first_day: string; last_day: string; reason: string }

function openingOf(day: string, week: readonly Hours[], closures: readonly Closure[]): Board['days'][number] {
  const hours = week.find(({ weekday }) => weekday === weekdayOf(day))
  if (!hours) return { day, opens: null, closes: null, closure: null }
  const closed = closures.filter((closure) => closure.first_day <= day && day <= closure.last_day)
  if (closed.length > 0) {
    const named = closed.find(({ reason }) => reason !== '')
    return { day, opens: null, closes: null, closure: named?.reason ?? '' }
  }
  const [opens, closes] = [hours.opensAt, hours.closesAt].map((time) => parseTimeOfDay(time.slice(0, 5)))
  return { day, opens: opens ?? null, closes: closes ?? null, closure: null }
}

type JobRow = Awaited<ReturnType<typeof findRange>>['jobs'][number]

type Shown = { zone: string; sendsTexts: boolean; now: number }

function toJob(row: JobRow, { zone, sendsTexts, now }: Shown): BoardJob {
  const start = wallTimeOf(row.starts_at.getTime(), zone)
  const end = wallTimeOf(row.ends_at.getTime(), zone)
  const hold = healthOf(row, row.holds, now)
  const nights = Math.round((Date.parse(end.day) - Date.parse(start.day)) / 86_400_000)
  return {
    appointmentId: row.id,
    bayId: row.bay_id,
    day: start.day,
    startMinutes: start.minutes,
    endMinutes: end.minutes + nights * minutesOfDay,
    customerName: row.customer_name,
    customerPhone: row.customer_phone,
    packageName: row.package_name,
    vehicleInfo: vehicleOf(row),
    paymentStatus: paymentStatusOf(row.state, row.pays_by) ?? 'cancelled',
    holdState: hold.state,
    payment: shownPaymentOf(row, now),
    holdsOn: hold.renewsAt === null ? null : dayOf(Date.parse(hold.renewsAt), zone),
    technicianName: row.technician_name,
    hoursWaived: row.hours_waived,
    awaitsFitment: isFitmentAwaited(row),
    workState: row.work_state,
    toldBy: [
      ...(sendsTexts && row.agrees_to_texts ? (['text'] as const) : []),
      ...(row.customer_email === '' ? [] : (['email'] as const)),
    ],
    isConfirmed: row.state === 'booked' && row.confirmed_of?.getTime() === row.starts_at.getTime(),
    placement: placementOf(row),
  }
}
