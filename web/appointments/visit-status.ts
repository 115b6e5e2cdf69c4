import type { CustomerAppointment } from '../../contract/booking/appointments.ts'
import { dayOf, formatTwelveHour, parseWallTime } from '../../contract/time.ts'
import { formatPlannedEnd, plannedEndOf, startOf } from './appointment-times.ts'

type Visit = Pick<
  CustomerAppointment,
  'status' | 'appointmentDate' | 'timeZone' | 'durationMinutes' | 'fitment'
>

/**
 * The state of a visit in one sentence, on the day of a scheduled appointment by the shop's calendar; null on
 * other days. It tells planned times and nothing observed: the shop does not record yet when the work begins
 * and ends. A record of that belongs in here, before the planned times.
 */
export function visitStatusOf(visit: Visit, now: number): string | null {
  const wall = parseWallTime(visit.appointmentDate)
  const [start, end, ready] = [startOf(visit), plannedEndOf(visit), formatPlannedEnd(visit)]
  if (visit.status !== 'scheduled' || wall === null || start === null || end === null) return null
  if (dayOf(now, visit.timeZone) !== wall.day) return null
  const begin = formatTwelveHour(wall.minutes)
  if (now < start) return `Drop off your car today at ${begin}. Planned to be ready around ${ready}.`
  if (now < end) return `Your appointment started at ${begin}. Planned to be ready around ${ready}.`
  return `Your car was planned to be ready around ${ready}. Contact the shop if you haven’t heard from them.`
}
