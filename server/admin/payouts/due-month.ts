import { newestDueMonth } from '../../../contract/admin/payout-statement.ts'
import { addDays, dayOf } from '../../../contract/time.ts'
import type { Context } from '../../context.ts'
import { readMonths } from './read-balances.ts'

const monthBefore = (month: string) => addDays(`${month}-01`, -1).slice(0, 7)

/**
 * The newest month that is over for a shop and has something to be paid, among all shops. Without one it is
 * the last month that is over everywhere, or the newest in which money moved.
 */
export async function findDueMonth(
  context: Context,
  shops: readonly { id: number; time_zone: string }[],
): Promise<string> {
  const now = context.clock.now()
  const presentMonthOf = (timeZone: string) => dayOf(now, timeZone).slice(0, 7)
  const present = [...shops.map((shop) => presentMonthOf(shop.time_zone)), presentMonthOf('UTC')].toSorted()
  const [earliest = '', latest = ''] = [present[0], present.at(-1)]
  const monthsOf = await readMonths(context.database.db, context, { shopId: null, month: latest })
  const all = shops.map((shop) => ({ ...shop, months: monthsOf(shop.id) }))
  const newest = (months: readonly (string | null)[]) =>
    months
      .filter((month) => month !== null)
      .toSorted()
      .at(-1)
  const due = newest(
    all.map(({ months, ...of }) => newestDueMonth(months, monthBefore(presentMonthOf(of.time_zone)))),
  )
  if (due !== undefined) return due
  const moved = all.flatMap(({ months }) => months.map(({ month }) => month))
  const last = monthBefore(earliest)
  return moved.includes(last) ? last : (newest(moved) ?? last)
}
