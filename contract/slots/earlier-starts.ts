import { instantOfWallTime } from '../time.ts'
import { bookingWindow, weekdaysOfWindow } from './booking-window.ts'
import { answerStart, startMinutes, type ShopDay } from './free-slots.ts'

/** The free starts of a job before an instant, on days in order, as instants. */
export function listStartsBefore(
  days: readonly ShopDay[],
  durationMinutes: number,
  before: number,
): number[] {
  return days.flatMap((day) =>
    startMinutes.flatMap((minute) => {
      const answer = answerStart(day, minute, durationMinutes)
      return answer.free && answer.job.from < before ? [answer.job.from] : []
    }),
  )
}

/** Whether the booking window begins before an appointment's start, so that an earlier start can open. */
export function canOpenEarlier(startsAt: number, now: number, zone: string): boolean {
  const [firstDay] = weekdaysOfWindow(bookingWindow(now, zone))
  if (firstDay === undefined) return false
  const starts = startMinutes.map((minute) => instantOfWallTime(firstDay, minute, zone))
  return starts.some((start) => start !== null && start < startsAt)
}

/** The last look at a wish: `starts` are all starts before `before` that are no news to its customer. */
export type KnownStarts = { starts: readonly number[]; before: number }

/**
 * The free starts that opened since the last look. Starts from `before` on are no news: the customer passed
 * them over when moving the appointment to a later time.
 */
export function listOpened(free: readonly number[], known: KnownStarts): number[] {
  return free.filter((start) => start < known.before && !known.starts.includes(start))
}
