import { sql, type RawBuilder } from 'kysely'

/** Whether an appointment `a` starts today by the calendar of its shop `s`. */
export function isTodayAt(now: number): RawBuilder<boolean> {
  return sql<boolean>`(a.starts_at at time zone s.time_zone)::date
    = (${new Date(now)}::timestamptz at time zone s.time_zone)::date`
}

/** Days that a car stays at most: a longer stay is found on the board alone. */
export const longestStayDays = 60

/** Whether the car of an appointment `a` is at the shop. */
export const isCarAtShop = sql<boolean>`(a.work_state in ('arrived', 'in_bay', 'ready'))`

const dayMs = 86_400_000

/** Whether a step of the work on an appointment `a` was recorded in the last day: it may still be undone. */
export function hasRecentStep(now: number): RawBuilder<boolean> {
  return sql<boolean>`exists (select from work_events e
    where e.appointment_id = a.id and e.recorded_at > ${new Date(now - dayMs)})`
}

/**
 * Whether a technician sees the appointment `a`: it is of today, their own, its car is at the shop, or was
 * worked on in the last day.
 */
export function isInView(userId: string, now: number): RawBuilder<boolean> {
  return sql<boolean>`(${isTodayAt(now)} or coalesce(a.technician_id = ${userId}, false) or ${isCarAtShop}
    or ${hasRecentStep(now)})`
}
