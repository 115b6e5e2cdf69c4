import { sql } from 'kysely'
import { paymentStatusOf } from '../../contract/booking/appointment-states.ts'
import type { JobOfDay } from '../../contract/admin/attention.ts'
import { formatInstantWithOffset } from '../../contract/time.ts'
import { healthOf, heldInAllOf } from '../holds/hold-health.ts'
import { isCarAtShop, longestStayDays } from '../workshop/work-in-view.ts'
import { isDoneNotCharged } from '../booking/appointment-conditions.ts'
import type { Context } from '../context.ts'
import type { ShopScope } from '../identity/sessions/shop-scope.ts'
import { toBrief } from './brief-appointment.ts'
import {
  dueOf,
  isFitmentAwaited,
  selectListed,
  shownPaymentOf,
  technicianOf,
  type ListedRow,
} from './listed-appointment.ts'

const dayMs = 86_400_000

function toJob(row: ListedRow, now: number): JobOfDay {
  const { state, card } = healthOf(row, row.holds, now)
  return {
    ...toBrief(row),
    shopId: row.shop_id,
    endsAt: formatInstantWithOffset(row.ends_at.getTime(), row.time_zone),
    bayName: row.bay_name,
    priceCents: row.price_cents,
    ...dueOf(row),
    heldCents: heldInAllOf(row, row.holds, now),
    paymentStatus: paymentStatusOf(row.state, row.pays_by) ?? 'cancelled',
    holdState: state,
    card,
    payment: shownPaymentOf(row, now),
    awaitsFitment: isFitmentAwaited(row),
    workState: row.work_state,
    technician: technicianOf(row),
  }
}

/**
 * Lists today's and tomorrow's jobs by each shop's own calendar, ordered by start; those whose car is still
 * at the shop among today's.
 */
export async function listJobsAround(
  context: Context,
  scope: ShopScope,
): Promise<{ today: JobOfDay[]; tomorrow: JobOfDay[] }> {
  const now = context.clock.now()
  const daysAhead = sql<number>`(a.starts_at at time zone s.time_zone)::date
    - (${new Date(now)}::timestamptz at time zone s.time_zone)::date`
  const rows = await selectListed(context.database.db, scope)
    .select(daysAhead.as('days_ahead'))
    .where('a.state', 'in', ['claimed', 'booked', 'completed'])
    // An index range that is wide enough for any time zone. `daysAhead` then compares days by the shop's
    // calendar.
    .where('a.starts_at', '>=', new Date(now - longestStayDays * dayMs))
    .where('a.starts_at', '<', new Date(now + 3 * dayMs))
    .where((where) => where.or([where(daysAhead, 'in', [0, 1]), isCarAtShop]))
    .orderBy('a.starts_at')
    .orderBy('a.id')
    .execute()
  return {
    today: rows.filter((row) => row.days_ahead <= 0).map((row) => toJob(row, now)),
    tomorrow: rows.filter((row) => row.days_ahead === 1).map((row) => toJob(row, now)),
  }
}

/** Lists the newest `limit` jobs that are over and not charged, the latest first. */
export async function listUnchargedJobs(
  context: Context,
  scope: ShopScope,
  limit: number,
): Promise<JobOfDay[]> {
  const now = context.clock.now()
  const rows = await selectListed(context.database.db, scope)
    .where(isDoneNotCharged(now))
    .orderBy('a.starts_at', 'desc')
    .orderBy('a.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => toJob(row, now))
}
