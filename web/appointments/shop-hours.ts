import { bookingWindow, isDayInWindow } from '../../contract/slots/booking-window.ts'
import type { BookableShop } from '../../contract/shops/shops.ts'
import { formatTwelveHour, parseTimeOfDay, weekdayOf } from '../../contract/time.ts'

type WeekHours = BookableShop['businessHours']

const workdays = [
  ['Monday', 'monday'],
  ['Tuesday', 'tuesday'],
  ['Wednesday', 'wednesday'],
  ['Thursday', 'thursday'],
  ['Friday', 'friday'],
] as const
const weekend = [
  ['Saturday', 'saturday'],
  ['Sunday', 'sunday'],
] as const

function twelveHour(time: string): string {
  const minutes = parseTimeOfDay(time)
  return minutes === null ? time : formatTwelveHour(minutes)
}

function formatHours(hours: WeekHours['monday']): string {
  if (!hours) return 'Closed'
  return `${twelveHour(hours.open)} - ${twelveHour(hours.close)}`
}

export type HoursLine = { days: string; hours: string }

/**
 * A shop's week in words: adjacent weekdays with equal hours in one line ('Monday-Friday'), then Saturday,
 * then Sunday.
 */
export function shopHoursLines(week: WeekHours): HoursLine[] {
  const groups: { first: string; last: string; hours: string }[] = []
  for (const [name, key] of workdays) {
    const hours = formatHours(week[key])
    const group = groups.at(-1)
    if (group?.hours === hours) group.last = name
    else groups.push({ first: name, last: name, hours })
  }
  return [
    ...groups.map(({ first, last, hours }) => ({ days: first === last ? first : `${first}-${last}`, hours })),
    ...weekend.map(([name, key]) => ({ days: name, hours: formatHours(week[key]) })),
  ]
}

/** Said below hours that include a weekend, on which installations are never booked; null without one. */
export function weekendNote({ saturday, sunday }: WeekHours): string | null {
  return saturday || sunday ? 'Installations are booked Monday to Friday.' : null
}

type OpenDays = Pick<BookableShop, 'businessHours' | 'closures'>

/** Whether the shop is open on this calendar day: by its week and without a closure. */
export function isOpenOn({ businessHours, closures }: OpenDays, day: string): boolean {
  const key = [...workdays, ...weekend][weekdayOf(day) - 1]?.[1]
  if (key === undefined || businessHours[key] === null) return false
  return !closures.some(({ firstDay, lastDay }) => firstDay <= day && day <= lastDay)
}

/** Whether the shop is bookable on this day: it is open and the day is in the booking window. */
export function canStillBook(
  shop: OpenDays & Pick<BookableShop, 'timeZone'>,
  day: string,
  now: number,
): boolean {
  return isDayInWindow(day, bookingWindow(now, shop.timeZone)) && isOpenOn(shop, day)
}

const shortDay = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'long', day: 'numeric' })

function formatShortDay(day: string): string {
  return shortDay.format(Date.parse(`${day}T00:00:00Z`))
}

/** 'November 26', 'December 3 - 4', 'December 24 - January 1'. */
function daysInWords({ firstDay, lastDay }: BookableShop['closures'][number]): string {
  const [first, last] = [formatShortDay(firstDay), formatShortDay(lastDay)]
  if (firstDay === lastDay) return first
  return firstDay.slice(0, 7) === lastDay.slice(0, 7)
    ? `${first} - ${Number(lastDay.slice(8))}`
    : `${first} - ${last}`
}

/** The closures that overlap the days from `firstDay` through `lastDay`, in words. */
export function closureLines(
  closures: BookableShop['closures'],
  firstDay: string,
  lastDay: string,
): string[] {
  return closures
    .filter((closure) => closure.firstDay <= lastDay && closure.lastDay >= firstDay)
    .map(daysInWords)
}
