import type { Board, BoardJob } from '../../contract/admin/board.ts'
import { formatLongDay, formatTwelveHour } from '../../contract/time.ts'
import { nonBreakingHours } from '../ui/non-breaking.ts'

/** '9:00 AM to 1:00 PM' */
export function spanOf({ startMinutes, endMinutes }: BoardJob): string {
  return `${formatTwelveHour(startMinutes)} to ${formatTwelveHour(endMinutes)}`
}

/** 'Closed: Thanksgiving', 'Closed', or the hours '9:00 AM - 5:00 PM'. */
export function openingWords({ opens, closes, closure }: Board['days'][number]): string {
  if (opens === null || closes === null) return closure ? `Closed: ${closure}` : 'Closed'
  return nonBreakingHours(`${formatTwelveHour(opens)} - ${formatTwelveHour(closes)}`)
}

const shortDay = new Intl.DateTimeFormat('en-US', {
  timeZone: 'UTC',
  weekday: 'short',
  month: 'short',
  day: 'numeric',
})

/** 'Mon, Nov 23' */
export function formatShortDay(day: string): string {
  return shortDay.format(Date.parse(`${day}T00:00:00Z`))
}

/** The heading of the board: 'Monday, November 23, 2026', or 'Mon, Nov 23 to Sun, Nov 29'. */
export function boardTitle(days: readonly string[]): string {
  const [first = '', last = first] = [days[0], days.at(-1)]
  return first === last ? formatLongDay(first) : `${formatShortDay(first)} to ${formatShortDay(last)}`
}

export function jobCount(jobs: number): string {
  return jobs === 1 ? '1 job' : `${jobs === 0 ? 'No' : jobs} jobs`
}

/** 'Bay 3 (out of use)' */
export function bayLabel({ name, inUse }: Board['bays'][number]): string {
  return inUse ? name : `${name} (out of use)`
}

/** '45 min', '3 h', '3 h 30 min' */
export function lengthWords(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return [hours > 0 && `${hours} h`, rest > 0 && `${rest} min`].filter(Boolean).join(' ')
}
