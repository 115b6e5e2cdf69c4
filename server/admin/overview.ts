import type { Overview, OverviewQuery, OverviewWeek } from '../../contract/admin/overview.ts'
import { weeksAhead } from '../../contract/admin/overview.ts'
import { refuse } from '../../contract/refusals.ts'
import { addDays, dayOf, weekdayOf } from '../../contract/time.ts'
import type { Context } from '../context.ts'
import { inScope, type ShopScope } from '../identity/shop-scope.ts'
import { countBayUse } from './overview-bay-use.ts'
import { countAppointments } from './overview-figures.ts'

/**
 * Money, bay use, packages, makes, lead times and cancellations of the last weeks and of those that can be booked ahead. A shop
 * sees its own figures only: another's and a missing one are refused alike, as `not_found`.
 */
export async function findOverview(
  context: Context,
  scope: ShopScope,
  query: OverviewQuery,
): Promise<Overview> {
  const { db } = context.database
  const now = context.clock.now()
  let inView = db.selectFrom('shops').select(['id', 'time_zone']).where(inScope(scope, 'shops.id'))
  if (query.shopId !== undefined) inView = inView.where('id', '=', Number(query.shopId))
  const shops = await inView.execute()
  if (shops.length === 0) return refuse('not_found')

  const zones = new Set(shops.map((shop) => shop.time_zone))
  const presentMonday =
    [...zones]
      .map((zone) => mondayOf(dayOf(now, zone)))
      .sort()
      .at(-1) ?? ''
  const back = Number(query.weeks ?? '12')
  const mondays = Array.from({ length: back + weeksAhead }, (_, index) =>
    addDays(presentMonday, (index + 1 - back) * 7),
  )
  const range = {
    shopIds: shops.map((shop) => shop.id),
    firstDay: mondays[0] ?? presentMonday,
    endDay: addDays(presentMonday, (weeksAhead + 1) * 7),
    now,
  }
  const [figures, bayUse] = await Promise.all([countAppointments(db, range), countBayUse(db, range)])
  const known = new Map(figures.weeks.map((week) => [week.monday, week]))
  const weeks = mondays.map((monday): OverviewWeek => known.get(monday) ?? emptyWeek(monday))
  return { ...figures, presentMonday, weeks, bayUse }
}

function mondayOf(day: string): string {
  return addDays(day, 1 - weekdayOf(day))
}

function emptyWeek(monday: string): OverviewWeek {
  return { monday, capturedCents: 0, heldCents: 0, kept: 0, cancelled: 0 }
}
