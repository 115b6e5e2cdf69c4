import type { CustomerAppointment } from '../../contract/booking/appointments.ts'
import {
  countDays,
  dayOf,
  formatTwelveHour,
  instantOfWallTime,
  parseWallTime,
  wallTimeOf,
} from '../../contract/time.ts'

type Timed = Pick<CustomerAppointment, 'appointmentDate' | 'timeZone'>

/** The instant at which an appointment starts; null when its date cannot be parsed. */
export function startOf({ appointmentDate, timeZone }: Timed): number | null {
  const wall = parseWallTime(appointmentDate)
  return wall && instantOfWallTime(wall.day, wall.minutes, timeZone)
}

/**
 * How far ahead an appointment is at the instant `now`, in days of the shop's calendar: 'In 9 days',
 * 'Tomorrow', 'Today at 9:00 AM'. Null once it has begun, and when its date cannot be parsed.
 */
export function formatDaysToGo(appointment: Timed, now: number): string | null {
  const wall = parseWallTime(appointment.appointmentDate)
  const start = startOf(appointment)
  if (wall === null || start === null || now >= start) return null
  const days = countDays(dayOf(now, appointment.timeZone), wall.day)
  if (days === 0) return `Today at ${formatTwelveHour(wall.minutes)}`
  return days === 1 ? 'Tomorrow' : `In ${days} days`
}

type Planned = Timed &
  Pick<CustomerAppointment, 'durationMinutes'> &
  Partial<Pick<CustomerAppointment, 'fitment'>>

/** The instant at which the bay's reservation ends; null when its date cannot be parsed. */
export function plannedEndOf(appointment: Planned): number | null {
  const start = startOf(appointment)
  const minutes = appointment.durationMinutes + (appointment.fitment?.extraMinutes ?? 0)
  return start === null ? null : start + minutes * 60_000
}

/** '1:00 PM' in the shop's time zone: the planned end. Null when its date cannot be parsed. */
export function formatPlannedEnd(appointment: Planned): string | null {
  const end = plannedEndOf(appointment)
  return end === null ? null : formatTwelveHour(wallTimeOf(end, appointment.timeZone).minutes)
}
