import type { CustomerAppointment } from '../../contract/booking/appointments.ts'
import { isCarAtShop, type WorkState } from '../../contract/workshop/work-states.ts'
import { dayOf, formatTwelveHour, parseWallTime } from '../../contract/time.ts'
import { formatPlannedEnd, plannedEndOf, startOf } from './appointment-times.ts'

type Visit = Pick<
  CustomerAppointment,
  'status' | 'appointmentDate' | 'timeZone' | 'durationMinutes' | 'fitment' | 'workState'
>

/** The work on a car as its customer reads it. */
export const workSentences: Record<Exclude<WorkState, 'booked'>, string> = {
  arrived: 'The shop has your car.',
  in_bay: 'The shop is working on your car.',
  ready: 'Your car is ready. You can pick it up.',
  handed_over: 'The installation is done, and you have your car back.',
  no_show: 'The shop noted that you didn’t come.',
}

/**
 * The state of a visit in one sentence: of the work while the car is at the shop, else the planned times on
 * the day of a scheduled appointment by the shop's calendar; null on other days.
 */
export function visitStatusOf(visit: Visit, now: number): string | null {
  const { status, workState } = visit
  if (status !== 'cancelled' && workState !== 'booked')
    return isCarAtShop(workState) ? workSentences[workState] : null
  const wall = parseWallTime(visit.appointmentDate)
  const [start, end, ready] = [startOf(visit), plannedEndOf(visit), formatPlannedEnd(visit)]
  if (visit.status !== 'scheduled' || wall === null || start === null || end === null) return null
  if (dayOf(now, visit.timeZone) !== wall.day) return null
  const begin = formatTwelveHour(wall.minutes)
  if (now < start) return `Drop off your car today at ${begin}. Ready around ${ready}.`
  if (now < end) return `Your appointment started at ${begin}. Ready around ${ready}.`
  return `Your car was planned to be ready around ${ready}. Contact the shop if you haven’t heard from them.`
}
