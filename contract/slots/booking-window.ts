import { addDays, dayOf, weekdayOf } from '../time.ts'

/** The first bookable day is this many calendar days after today in the shop's zone. */
export const bookingLeadDays = 7
/** Length of the window in consecutive days, weekends included. */
export const bookingWindowDays = 14

export type BookingWindow = { firstDay: string; lastDay: string }

/** The bookable days: today + 7 through today + 20 by the calendar of the shop's zone. */
export function bookingWindow(now: number, zone: string, leadDays = bookingLeadDays): BookingWindow {
  const firstDay = addDays(dayOf(now, zone), leadDays)
  return { firstDay, lastDay: addDays(firstDay, bookingWindowDays - 1) }
}

/** Whether appointments are sold on this day of the week: from Monday to Friday. */
export function isSoldWeekday(day: string): boolean {
  return weekdayOf(day) <= 5
}

/** The weekdays of the window, in order, for the date strip. */
export function weekdaysOfWindow(window: BookingWindow): string[] {
  return Array.from({ length: bookingWindowDays }, (_, index) => addDays(window.firstDay, index)).filter(
    isSoldWeekday,
  )
}

/** Whether the day lies in the window and is a weekday. Opening hours are checked by `listFreeSlots`. */
export function isDayInWindow(day: string, window: BookingWindow): boolean {
  return day >= window.firstDay && day <= window.lastDay && isSoldWeekday(day)
}
