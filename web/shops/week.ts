import { weekdays } from '../../contract/shops/business-hours.ts'
import type { ShopRegistration } from '../../contract/shops/shops.ts'
import { parseTimeOfDay } from '../../contract/time.ts'

export type Week = ShopRegistration['businessHours']
export type Weekday = (typeof weekdays)[number]
export type DayHours = Week[Weekday]

const usualDay: DayHours = { isOpen: true, open: '09:00', close: '17:00' }

/** Builds a week from a function of the day. */
function weekOf(dayOf: (weekday: Weekday) => DayHours): Week {
  return Object.fromEntries(weekdays.map((weekday) => [weekday, dayOf(weekday)])) as Week
}

/** The default week of a new shop: 9 to 5 on the days that are sold, closed on the others. */
export const usualWeek: Week = weekOf((weekday) => ({
  ...usualDay,
  isOpen: weekday !== 'Saturday' && weekday !== 'Sunday',
}))

/**
 * The week with one day changed. A closed day keeps its times for later; half-typed ones return to the
 * default.
 */
export function changeDay(week: Week, weekday: Weekday, parts: Partial<DayHours>): Week {
  const day = { ...week[weekday], ...parts }
  if (!day.isOpen) {
    if (parseTimeOfDay(day.open) === null) day.open = usualDay.open
    if (parseTimeOfDay(day.close) === null) day.close = usualDay.close
  }
  return { ...week, [weekday]: day }
}

/** The week with one day's times copied to every open day. */
export function copyToOpenDays(week: Week, from: Weekday): Week {
  const { open, close } = week[from]
  return weekOf((weekday) => (week[weekday].isOpen ? { isOpen: true, open, close } : week[weekday]))
}
