import { newestDueMonth } from '../../../contract/admin/payout-statement.ts'
import { addDays, dayOf } from '../../../contract/time.ts'
import type { Context } from '../../context.ts'
import { readMonths } from './read-balances.ts'

/**
 * The newest month that is over for a shop and has something to be paid, among all shops; without one the
 * last month that is over for the first shop.
 */
export async function findDueMonth(
  context: Context,
  shops: readonly { id: number; time_zone: string }[],
): Promise<string> {
  const now = context.clock.now()
  const lastMonthOf = (timeZone: string) => {
    const today = dayOf(now, timeZone)
    return addDays(`${today.slice(0, 7)}-01`, -1).slice(0, 7)
  }
  const lastMonths = shops.map((shop) => lastMonthOf(shop.time_zone)).toSorted()
  const latest = lastMonths.at(-1) ?? lastMonthOf('UTC')
  const monthsOf = await readMonths(context.database.db, context, { shopId: null, month: latest })
  const due = shops.flatMap(({ id, time_zone: zone }) => {
    const month = newestDueMonth(monthsOf(id), lastMonthOf(zone))
    return month === null ? [] : [month]
  })
  return due.toSorted().at(-1) ?? lastMonths[0] ?? latest
}
