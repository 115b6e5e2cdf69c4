import * as z from 'zod/mini'
import { parseTimeOfDay } from '../time.ts'

/** ISO order: the first is Monday, weekday 1. */
export const weekdays = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const
export type Weekday = (typeof weekdays)[number]

const timeOfDay = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Please enter a time like 09:00'))

/** One day of a shop's week as registration sends it. Times count only while open. */
export const dayHours = z.strictObject({ isOpen: z.boolean(), open: timeOfDay, close: timeOfDay }).check(
  z.refine((day) => !day.isOpen || (parseTimeOfDay(day.open) ?? 0) < (parseTimeOfDay(day.close) ?? 0), {
    error: 'Closing Hour must be after Opening Hour',
    path: ['close'],
  }),
)
export type DayHours = z.infer<typeof dayHours>

export const businessHours = z.strictObject({
  Monday: dayHours,
  Tuesday: dayHours,
  Wednesday: dayHours,
  Thursday: dayHours,
  Friday: dayHours,
  Saturday: dayHours,
  Sunday: dayHours,
})
export type BusinessHours = z.infer<typeof businessHours>

/** What a new shop starts with: all days open 09:00 to 17:00. */
export const defaultDayHours: DayHours = { isOpen: true, open: '09:00', close: '17:00' }
