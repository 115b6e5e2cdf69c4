import { sql } from 'kysely'
import { paymentStatusOf } from '../../contract/booking/appointment-states.ts'
import type { JobOfDay } from '../../contract/admin/attention.ts'
import { formatInstantWithOffset } from '../../contract/time.ts'
import { healthOf } from '../holds/hold-health.ts'
import type { Context } from '../context.ts'
import type { ShopScope } from '../identity/sessions/shop-scope.ts'
import { toBrief } from './brief-appointment.ts'
import { isFitmentAwaited, selectListed, shownPaymentOf } from './listed-appointment.ts'

const dayMs = 86_400_000

/** Lists today's and tomorrow's jobs by each shop's own calendar, ordered by start. */
export async function listJobsAround(
  context: Context,
  scope: ShopScope,
): Promise<{ today: JobOfDay[]; tomorrow: JobOfDay[] }> {
  const now = context.clock.now()
  const daysAhead = sql<number>`(a.starts_at at time zone s.time_zone)::date
    - (${new Date(now)}::timestamptz at time zone s.time_zone)::date`
  const rows = await selectListed(context.database.db, scope)
    .innerJoin('bays as b', 'b.id', 'a.bay_id')
    .select(['b.name as bay_name', daysAhead.as('days_ahead')])
    .where('a.state', 'in', ['claimed', 'booked', 'completed'])
    // An index range that is wide enough for any time zone. `daysAhead` then compares days by the shop's
    // calendar.
    .where('a.starts_at', '>=', new Date(now - 2 * dayMs))
    .where('a.starts_at', '<', new Date(now + 3 * dayMs))
    .where(daysAhead, 'in', [0, 1])
    .orderBy('a.starts_at')
    .orderBy('a.id')
    .execute()
  const jobOf = (row: (typeof rows)[number]): JobOfDay => ({
    ...toBrief(row),
    endsAt: formatInstantWithOffset(row.ends_at.getTime(), row.time_zone),
    bayName: row.bay_name,
    paymentStatus: paymentStatusOf(row.state) ?? 'cancelled',
    holdState: healthOf(row, row.holds, now).state,
    payment: shownPaymentOf(row, now),
    awaitsFitment: isFitmentAwaited(row),
  })
  return {
    today: rows.filter((row) => row.days_ahead === 0).map(jobOf),
    tomorrow: rows.filter((row) => row.days_ahead === 1).map(jobOf),
  }
}
