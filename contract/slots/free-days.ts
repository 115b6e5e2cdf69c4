import * as z from 'zod/mini'
import { bookingWindowDays } from './booking-window.ts'
import { slot, slotReasons, type Slot } from './free-slots.ts'

/** One day of a request for several, with the same slots as a request for that day alone. */
export const freeDay = z.object({ date: z.string(), slots: z.array(slot) })
export type FreeDay = z.infer<typeof freeDay>

/** The longest request: the whole booking window. */
export const mostDaysAtOnce = bookingWindowDays

/** Counts the free starts of a day, and the starts that were possible before other bookings. */
export function countLeft(slots: readonly Slot[]): { left: number; of: number } {
  const left = slots.filter(({ available }) => available).length
  return { left, of: left + slots.filter(({ reason }) => reason === slotReasons.taken).length }
}

/** The earliest free start of `days`, which are in order; null when there is none. */
export function findNextFree(days: readonly FreeDay[]): { date: string; slot: Slot } | null {
  for (const { date, slots } of days) {
    const free = slots.find(({ available }) => available)
    if (free) return { date, slot: free }
  }
  return null
}
