import ICAL from 'ical.js'

// The library does not count the leading space of a folded line; RFC 5545 (3.1) includes it in the 75 octets.
ICAL.foldLength = 74

type Value = string | number | ICAL.Time | ICAL.Duration

export function calendarComponent(name: string, properties: Readonly<Record<string, Value>>): ICAL.Component {
  const component = new ICAL.Component(name)
  for (const [property, value] of Object.entries(properties)) component.addPropertyWithValue(property, value)
  return component
}

/** An instant in UTC, which every calendar converts to its own zone. */
export const calendarTime = (instant: Date | number | string) => ICAL.Time.fromJSDate(new Date(instant), true)

/** RFC 5545 ends every line with CRLF; the library omits the last one. */
export const writeCalendar = (calendar: ICAL.Component) => `${calendar.toString()}\r\n`
