import { addDays } from '../time.ts'
import { isSoldWeekday } from './booking-window.ts'
import { listFreeSlots, type ShopDay, type Slot } from './free-slots.ts'

/** Opening and closing in minutes since midnight of the shop's wall time; null on a closed day. */
export type DayOpening = ShopDay['hours']

/** A Monday of a week without a change of clocks, in a zone that has none. */
const anyMonday = '2026-01-05'

/**
 * The starts that a weekday (ISO: 1 is Monday) with these hours offers to a job, by the rule that sells: as
 * if every day lay in the booking window and every bay were free.
 */
export function sellableStarts(weekday: number, hours: DayOpening, durationMinutes: number): Slot[] {
  const day = addDays(anyMonday, weekday - 1)
  const shopDay = { day, zone: 'UTC', bookable: isSoldWeekday(day), hours, bays: [[]] }
  return listFreeSlots(shopDay, durationMinutes).filter((slot) => slot.available)
}

/**
 * The part of a weekday's hours that jobs of these durations can fill: from the first start to the last end,
 * in minutes since midnight; null if no start fits.
 */
export function sellableSpan(
  weekday: number,
  hours: DayOpening,
  durations: readonly number[],
): { from: number; to: number } | null {
  const jobs = durations.flatMap((duration) =>
    sellableStarts(weekday, hours, duration).map(({ time }) => {
      const start = Number(time.split(':')[0]) * 60
      return { from: start, to: start + duration }
    }),
  )
  if (jobs.length === 0) return null
  return { from: Math.min(...jobs.map((job) => job.from)), to: Math.max(...jobs.map((job) => job.to)) }
}
