import { weekdays } from '../../contract/shops/business-hours.ts'
import type { ShopRegistration } from '../../contract/shops/shops.ts'
import { parseTimeOfDay } from '../../contract/time.ts'

export type Week = ShopRegistration['businessHours']
export type Weekday = (typeof weekdays)[number]
export type DayHours = Week[Weekday]

const usualDay: DayHours = { isOpen: true, open: '09:00', close: '17:00' }

/** A week from what each day gives. */
function weekOf(dayOf: (weekday: Weekday) => DayHours): Week {
  return Object.fromEntries(weekdays.map((weekday) => [weekday, dayOf(weekday)])) as Week
}

/** What a shop starts from: open every day from 9 to 5. */
export const usualWeek: Week = weekOf(() => usualDay)

/** The week with one day changed. A day that closes keeps its times for when it opens again; half-typed ones go back to the usual. */
export function changeDay(week: Week, weekday: Weekday, parts: Partial<DayHours>): Week {
  const day = { ...week[weekday], ...parts }
  if (!day.isOpen) {
    if (parseTimeOfDay(day.open) === null) day.open = usualDay.open
    if (parseTimeOfDay(day.close) === null) day.close = usualDay.close
  }
  return { ...week, [weekday]: day }
}

/** The week with the times of one day on every day that is open. */
export function copyToOpenDays(week: Week, from: Weekday): Week {
  const { open, close } = week[from]
  return weekOf((weekday) => (week[weekday].isOpen ? { isOpen: true, open, close } : week[weekday]))
}
