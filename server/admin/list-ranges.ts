import { sql, type RawBuilder } from 'kysely'
import type { ListRange } from '../../contract/admin/appointment-list.ts'
import { isDoneNotCharged } from '../booking/appointment-conditions.ts'
import { awaitsReview } from '../fitment/record-verdict.ts'

const dayMs = 86_400_000
/** A day on which the clocks go back has 25 hours. */
const longestDayMs = 25 * 3_600_000

/** The start of the shop's today or of its Monday, with days added, as an instant. */
function startOf(unit: 'day' | 'week', now: Date, addedDays: number): RawBuilder<Date> {
  return sql<Date>`((date_trunc(${sql.lit(unit)}, ${now}::timestamptz at time zone s.time_zone)
    + ${sql.lit(addedDays)} * interval '1 day') at time zone s.time_zone)`
}

/**
 * Starts from a day of the shop's calendar on, for a number of days or without an end. The bounds without the
 * zone are looser, for the index: midnight of any zone is at most one long day before the present.
 */
function days(unit: 'day' | 'week', now: Date, first: number, count: number | null): RawBuilder<boolean>[] {
  const weekMs = unit === 'week' ? 6 * dayMs : 0
  const earliest = new Date(now.getTime() + first * dayMs - longestDayMs - weekMs)
  const from = [
    sql<boolean>`a.starts_at >= ${earliest}`,
    sql<boolean>`a.starts_at >= ${startOf(unit, now, first)}`,
  ]
  if (count === null) return from
  return [
    ...from,
    sql<boolean>`a.starts_at < ${new Date(now.getTime() + (first + count) * dayMs + longestDayMs)}`,
    sql<boolean>`a.starts_at < ${startOf(unit, now, first + count)}`,
  ]
}

const isBooked = sql<boolean>`a.state = 'booked'`

/** Whether a range needs the shop, called `s`, of each appointment. */
export function isZoned(range: ListRange): boolean {
  return range === 'coming' || range === 'today' || range === 'tomorrow' || range === 'week'
}

/** The conditions of a range on appointments called `a`, at the instant `now` (epoch milliseconds). */
export function conditionsOf(range: ListRange, now: number, keepsCancelled: boolean): RawBuilder<boolean>[] {
  const at = new Date(now)
  const kept = keepsCancelled ? [] : [sql<boolean>`a.state <> 'cancelled'`]
  switch (range) {
    case 'coming':
      return [...days('day', at, 0, null), ...kept]
    case 'today':
      return [...days('day', at, 0, 1), ...kept]
    case 'tomorrow':
      return [...days('day', at, 1, 1), ...kept]
    case 'week':
      return [...days('week', at, 0, 7), ...kept]
    case 'done_not_charged':
      return [isDoneNotCharged(now)]
    case 'hold_failed':
      return [isBooked, sql<boolean>`a.hold_failed_at is not null`]
    case 'awaits_fitment':
      return [isBooked, awaitsReview]
    case 'all':
      return []
  }
}
