import * as z from 'zod/mini'
import { parseTimeOfDay } from '../time.ts'
import { matching } from '../text.ts'

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

/** The days on which a shop's weeks can begin on its board. */
export const weekStarts = ['Sunday', 'Monday'] as const
export type WeekStart = (typeof weekStarts)[number]

const timeOfDay = matching(/^([01]\d|2[0-3]):[0-5]\d$/, 5, 'Please enter a time like 09:00')

/** One day of a shop's week in a registration. Times count only on open days. */
const dayHours = z.strictObject({ isOpen: z.boolean(), open: timeOfDay, close: timeOfDay }).check(
  z.refine((day) => !day.isOpen || (parseTimeOfDay(day.open) ?? 0) < (parseTimeOfDay(day.close) ?? 0), {
    error: 'Closing Hour must be after Opening Hour',
    path: ['close'],
  }),
)

export const businessHours = z.strictObject({
  Monday: dayHours,
  Tuesday: dayHours,
  Wednesday: dayHours,
  Thursday: dayHours,
  Friday: dayHours,
  Saturday: dayHours,
  Sunday: dayHours,
})
