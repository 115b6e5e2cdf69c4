/**
 * The only date arithmetic. A *day* is a calendar day 'YYYY-MM-DD' without a zone, an *instant* is epoch
 * milliseconds, a *wall time* is a day plus the minutes since that day's midnight on a local clock.
 */

const minuteMs = 60_000
const dayMs = 86_400_000

const dayPattern = /^(\d{4})-(\d{2})-(\d{2})$/

/** Whether the text is an existing calendar day ('2026-02-30' is not). */
export function isDay(text: string): boolean {
  const match = dayPattern.exec(text)
  if (!match) return false
  const at = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text)
}

function dayStartUtc(day: string): number {
  return Date.parse(`${day}T00:00:00Z`)
}

/** The calendar day `count` days later (earlier when negative). Calendar arithmetic: no zone, no hours. */
export function addDays(day: string, count: number): string {
  return new Date(dayStartUtc(day) + count * dayMs).toISOString().slice(0, 10)
}

/** Number of calendar days from one day to another; negative when `to` is earlier. */
export function countDays(from: string, to: string): number {
  return Math.round((dayStartUtc(to) - dayStartUtc(from)) / dayMs)
}

/** ISO weekday of a calendar day: 1 Monday to 7 Sunday. */
export function weekdayOf(day: string): number {
  return new Date(dayStartUtc(day)).getUTCDay() || 7
}

// Creating a formatter costs a thousand times as much as using one, so each zone keeps its own.
const offsetFormats = new Map<string, Intl.DateTimeFormat>()

function offsetFormat(zone: string): Intl.DateTimeFormat {
  let format = offsetFormats.get(zone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    })
    offsetFormats.set(zone, format)
  }
  return format
}

function computeOffset(instant: number, zone: string): number {
  const parts: Record<string, number> = {}
  for (const part of offsetFormat(zone).formatToParts(instant)) parts[part.type] = Number(part.value)
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  const wall = Date.UTC(year, month - 1, day, hour, minute, second)
  return Math.round((wall - Math.floor(instant / 1000) * 1000) / minuteMs)
}

const maxCachedPerZone = 1000

/** A bounded cache per zone: requests repeat the same few keys of the same few zones. */
function cacheByZone<Key, Value>(make: (key: Key, zone: string) => Value): typeof make {
  const zones = new Map<string, Map<Key, Value>>()
  return (key, zone) => {
    const kept = zones.get(zone) ?? new Map<Key, Value>()
    const known = kept.get(key)
    if (known !== undefined) return known
    const made = make(key, zone)
    if (kept.size >= maxCachedPerZone) kept.clear()
    zones.set(zone, kept.set(key, made))
    return made
  }
}

const quarterHourMs = 15 * minuteMs
// `Intl` costs hundreds of times as much as this lookup.
const offsetAtUtcDay = cacheByZone((day: number, zone) => computeOffset(day * dayMs, zone))
const offsetAtQuarterHour = cacheByZone((quarter: number, zone) =>
  computeOffset(quarter * quarterHourMs, zone),
)

/**
 * Minutes the zone's clocks are ahead of UTC at the instant (negative west of Greenwich). Clocks change on
 * quarter hours only, and never twice within six days: https://data.iana.org/time-zones/tzdb/, all zones from
 * 1970.
 */
export function offsetMinutesAt(instant: number, zone: string): number {
  const day = Math.floor(instant / dayMs)
  const offset = offsetAtUtcDay(day, zone)
  if (offset === offsetAtUtcDay(day + 1, zone)) return offset
  return offsetAtQuarterHour(Math.floor(instant / quarterHourMs), zone)
}

/** The instant of a minute since midnight on a local clock; null when the clock skips it. */
type WallClock = (minutes: number) => number | null

function makeWallClock(day: string, zone: string): WallClock {
  const midnight = dayStartUtc(day)
  // No zone changes its clocks twice within six days, so the offset of the day before or that of the day
  // after holds at any time.
  const before = offsetMinutesAt(midnight - dayMs, zone)
  const after = offsetMinutesAt(midnight + 2 * dayMs, zone)
  const first = midnight - Math.max(before, after) * minuteMs
  if (before === after) return (minutes) => first + minutes * minuteMs
  const second = midnight - Math.min(before, after) * minuteMs
  const shows = (instant: number, minutes: number): boolean =>
    instant + offsetMinutesAt(instant, zone) * minuteMs === midnight + minutes * minuteMs
  return (minutes) => {
    for (const start of [first, second]) {
      const instant = start + minutes * minuteMs
      if (shows(instant, minutes)) return instant
    }
    return null
  }
}

const cachedWallClock = cacheByZone(makeWallClock)

/**
 * The local clock of a zone on this day: maps a minute since midnight to its instant. A wall time that occurs
 * twice gives its first occurrence; a skipped one (clocks go forward) gives null.
 */
export function wallClock(day: string, zone: string): WallClock {
  return cachedWallClock(day, zone)
}

/** The instant of one wall time, as `wallClock` gives it. */
export function instantOfWallTime(day: string, minutes: number, zone: string): number | null {
  return wallClock(day, zone)(minutes)
}

/** The wall time of an instant in the zone: the calendar day and the minutes since its midnight. */
export function wallTimeOf(instant: number, zone: string): { day: string; minutes: number } {
  const wall = instant + offsetMinutesAt(instant, zone) * minuteMs
  const midnight = Math.floor(wall / dayMs) * dayMs
  return {
    day: new Date(midnight).toISOString().slice(0, 10),
    minutes: Math.floor((wall - midnight) / minuteMs),
  }
}

/** The calendar day in the zone at the instant. */
export function dayOf(instant: number, zone: string): string {
  return wallTimeOf(instant, zone).day
}

/** 'HH:MM' (or 'H:MM') as minutes since midnight; null for anything else. '24:00' is the end of the day. */
export function parseTimeOfDay(text: string): number | null {
  const match = /^(\d{1,2}):(\d{2})$/.exec(text)
  if (!match) return null
  const hours = Number(match[1])
  const minutes = Number(match[2])
  if (minutes > 59 || hours > 24 || (hours === 24 && minutes > 0)) return null
  return hours * 60 + minutes
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0')
}

/** Minutes since midnight as a 24-hour 'HH:MM'. */
export function formatTimeOfDay(minutes: number): string {
  return `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`
}

/** Minutes since midnight on the 12-hour clock: '9:00 AM', '12:00 PM', '4:00 PM'. */
export function formatTwelveHour(minutes: number): string {
  const hour = Math.floor(minutes / 60) % 24
  return `${hour % 12 || 12}:${twoDigits(minutes % 60)} ${hour < 12 ? 'AM' : 'PM'}`
}

const longDay = new Intl.DateTimeFormat('en-US', {
  timeZone: 'UTC',
  weekday: 'long',
  year: 'numeric',
  month: 'long',
  day: 'numeric',
})

/** A calendar day in US English: 'Monday, December 7, 2026'. */
export function formatLongDay(day: string): string {
  return longDay.format(dayStartUtc(day))
}

/** The shop's wall time of an instant for the customer's list: 'YYYY-MM-DD HH:MM:00'. */
export function formatWallTime(instant: number, zone: string): string {
  const { day, minutes } = wallTimeOf(instant, zone)
  return `${day} ${formatTimeOfDay(minutes)}:00`
}

/** An instant with the zone's offset: '2026-12-07T09:00:00-08:00'. */
export function formatInstantWithOffset(instant: number, zone: string): string {
  const { day, minutes } = wallTimeOf(instant, zone)
  const offset = offsetMinutesAt(instant, zone)
  const size = Math.abs(offset)
  return `${day}T${formatTimeOfDay(minutes)}:00${offset < 0 ? '-' : '+'}${formatTimeOfDay(size)}`
}

/**
 * Parses a wall time 'YYYY-MM-DD HH:MM[:SS…]' split on dash, space, colon or the letter T; null for any other
 * text and for days or times that do not exist. A text with a zone or offset is no wall time and gives null.
 */
export function parseWallTime(text: string): { day: string; minutes: number } | null {
  const match = /^(\d{4}-\d{2}-\d{2})[ T](\d{1,2}:\d{2})(?::\d{2}(?:\.\d{1,3})?)?$/.exec(text)
  if (!match) return null
  const day = match[1] ?? ''
  const minutes = parseTimeOfDay(match[2] ?? '')
  if (!isDay(day) || minutes === null || minutes >= 1440) return null
  return { day, minutes }
}
