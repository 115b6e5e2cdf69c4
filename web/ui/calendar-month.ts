import { dateOfDay, dayOfDate } from './local-day.ts'

/** The days from the first through the last, 'YYYY-MM-DD'. */
export function daysBetween(firstDay: string, lastDay: string): string[] {
  const days: string[] = []
  const next = dateOfDay(firstDay)
  for (let day = firstDay; day <= lastDay; day = dayOfDate(next)) {
    days.push(day)
    next.setDate(next.getDate() + 1)
  }
  return days
}

/**
 * The month ('YYYY-MM') with most of the days, the earlier one on a tie; undefined without days. The days are
 * in order.
 */
export function fullestMonth(days: readonly string[]): string | undefined {
  const months = [...new Set(days.map((day) => day.slice(0, 7)))]
  const count = (month: string) => days.filter((day) => day.startsWith(month)).length
  return months.toSorted((a, b) => count(b) - count(a))[0]
}

/** Whether a month's page shows a day: its own days, and those that complete its first and last week. */
export function isOnPage(day: string, month: string): boolean {
  const [first, last] = [dateOfDay(`${month}-01`), dateOfDay(`${month}-01`)]
  first.setDate(1 - first.getDay())
  last.setMonth(last.getMonth() + 1, 0)
  last.setDate(last.getDate() + 6 - last.getDay())
  return dayOfDate(first) <= day && day <= dayOfDate(last)
}
