import * as z from 'zod/mini'
import { bookingWindowDays } from './booking-window.ts'
import { slot, slotReasons, type Slot } from './free-slots.ts'

/** A day of several that were asked for at once, with its starts as it has them when asked for alone. */
export const freeDay = z.object({ date: z.string(), slots: z.array(slot) })
export type FreeDay = z.infer<typeof freeDay>

/** As many days as may be asked for at once: the whole booking window. */
export const mostDaysAtOnce = bookingWindowDays

/** The starts somebody can still take on a day, and how many there were before others took theirs. */
export function countLeft(slots: readonly Slot[]): { left: number; of: number } {
  const left = slots.filter(({ available }) => available).length
  return { left, of: left + slots.filter(({ reason }) => reason === slotReasons.taken).length }
}

/** The earliest start that is free among the days, which are in order; null when none is. */
export function findNextFree(days: readonly FreeDay[]): { date: string; slot: Slot } | null {
  for (const { date, slots } of days) {
    const free = slots.find(({ available }) => available)
    if (free) return { date, slot: free }
  }
  return null
}
