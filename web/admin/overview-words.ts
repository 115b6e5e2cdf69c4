import type { BayUse, Overview } from '../../contract/admin/overview.ts'
import { formatCents } from '../../contract/money.ts'
import { weekdays } from '../../contract/shops/business-hours.ts'
import { formatTwelveHour } from '../../contract/time.ts'

/** '9 AM' */
export function hourName(hour: number): string {
  return formatTwelveHour(hour * 60).replace(':00', '')
}

export function weekdayName(weekday: number): string {
  return weekdays[weekday - 1] ?? ''
}

/** '86%'; '0%' when the total is zero. */
export function percentOf(part: number, whole: number): string {
  return `${whole === 0 ? 0 : Math.round((part / whole) * 100)}%`
}

/** 'Nov 16' */
export function mondayName(monday: string): string {
  return new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'short', day: 'numeric' }).format(
    Date.parse(`${monday}T00:00:00Z`),
  )
}

function days(count: number): string {
  return count === 1 ? '1 day' : `${count} days`
}

export type OverviewTotals = { capturedCents: number; heldCents: number; kept: number; cancelled: number }

export function totalsOf(weeks: Overview['weeks']): OverviewTotals {
  const totals = { capturedCents: 0, heldCents: 0, kept: 0, cancelled: 0 }
  for (const week of weeks) {
    totals.capturedCents += week.capturedCents
    totals.heldCents += week.heldCents
    totals.kept += week.kept
    totals.cancelled += week.cancelled
  }
  return totals
}

/** A sentence about the money of the weeks. */
export function moneyFinding(weeks: Overview['weeks']): string {
  const { capturedCents, heldCents } = totalsOf(weeks)
  const best = [...weeks].sort((a, b) => b.capturedCents - a.capturedCents)[0]
  if (best && best.capturedCents > 0)
    return `The week of ${mondayName(best.monday)} brought the most: ${formatCents(best.capturedCents)} captured`
  return capturedCents === 0 && heldCents > 0
    ? `Nothing captured yet. ${formatCents(heldCents)} is expected`
    : 'Nothing was captured in these weeks'
}

/** A sentence about the fullest hours of the bays. */
export function bayUseFinding(cells: readonly BayUse[]): string {
  const share = (cell: BayUse) => cell.takenMinutes / cell.openMinutes
  const [busiest] = [...cells].sort((a, b) => share(b) - share(a) || b.openMinutes - a.openMinutes)
  if (!busiest) return 'No bay hours to book so far in these weeks'
  if (busiest.takenMinutes === 0) return 'No bay has been booked so far in these weeks'
  const { weekday, hour, takenMinutes, openMinutes } = busiest
  return `${weekdayName(weekday)}s at ${hourName(hour)} are the busiest: ${percentOf(takenMinutes, openMinutes)} of bays booked`
}

/** A sentence about the best seller of a sorted list. */
export function leaderFinding(sold: readonly { name: string; sold: number }[]): string {
  const [leader, second, ...others] = sold.filter((one) => one.sold > 0)
  const all = sold.reduce((sum, one) => sum + one.sold, 0)
  if (!leader) return 'No appointments in these weeks'
  if (!second)
    return all === 1 ? `The only appointment: ${leader.name}` : `All ${all} appointments: ${leader.name}`
  if (second.sold < leader.sold) return `Most appointments: ${leader.name}, ${leader.sold} of ${all}`
  const equal = [second, ...others].filter((one) => one.sold === leader.sold)
  return equal.length > 1
    ? `${equal.length + 1} share the lead with ${leader.sold} each`
    : `${leader.name} and ${second.name} share the lead with ${leader.sold} each`
}

/** A sentence about lead times. */
export function leadFinding(median: number | null): string {
  return median === null
    ? 'No appointments in these weeks'
    : `Half of the appointments are booked ${days(median)} ahead or less`
}

export function cancelledFinding(weeks: Overview['weeks']): string {
  const { kept, cancelled } = totalsOf(weeks)
  return cancelled === 0
    ? 'No cancellations in these weeks'
    : `${percentOf(cancelled, kept + cancelled)} cancelled: ${cancelled} of ${kept + cancelled}`
}

/** The last bar of the lead times collects all longer ones. */
const mostLeadDays = 30

/** A bar for each number of days from the smallest to the largest, including empty ones. */
export function leadBars(leadTimes: Overview['leadTimes']): { label: string; appointments: number }[] {
  const first = leadTimes[0]?.days
  const last = leadTimes.at(-1)?.days
  if (first === undefined || last === undefined) return []
  const from = Math.min(first, mostLeadDays)
  const to = Math.min(last, mostLeadDays)
  const bars = Array.from({ length: to - from + 1 }, (_, index) => {
    const found = leadTimes.find((one) => one.days === from + index)
    return { label: String(from + index), appointments: found?.appointments ?? 0 }
  })
  const further = leadTimes.filter((one) => one.days > mostLeadDays)
  const appointments = further.reduce((sum, one) => sum + one.appointments, 0)
  return appointments > 0 ? [...bars, { label: `${mostLeadDays + 1}+`, appointments }] : bars
}

/** '9 days', '9.5 days', '–' without data. */
export function medianWords(median: number | null): string {
  return median === null ? '–' : days(median)
}
