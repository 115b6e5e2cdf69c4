import * as z from 'zod/mini'
import { wallTime } from '../booking/appointments.ts'
import { matching, rowNumber } from '../text.ts'
import { longestJobMinutes, quarterMinutes } from './move-times.ts'

const quarterSentence = 'Please choose a time on a quarter of an hour'
/** The shop's wall time on a quarter of an hour. */
const quarterTime = wallTime.check(
  z.refine((text) => /:(00|15|30|45)$/.test(text.slice(0, 16)), quarterSentence),
)

const lengthSentence = 'Please choose a length between 15 minutes and 23 hours'

/**
 * PATCH /api/admin/appointments/{id}: another start (the shop's wall time 'YYYY-MM-DD HH:MM'), bay or length.
 * Missing fields stay; without a bay the present one is kept, or another free one chosen. `notify`: mail and
 * text the customer, the default. `placement` is the one that the mover has seen: the move is refused once
 * the appointment has another.
 */
export const appointmentMove = z
  .strictObject({
    date: z.optional(quarterTime),
    bayId: z.optional(rowNumber),
    durationMinutes: z.optional(
      z
        .int(lengthSentence)
        .check(
          z.minimum(quarterMinutes, lengthSentence),
          z.maximum(longestJobMinutes, lengthSentence),
          z.multipleOf(quarterMinutes, quarterSentence),
        ),
    ),
    notify: z.optional(z.boolean()),
    placement: z.optional(matching(/^\d{1,15}-\d{1,15}-\d{1,10}$/, 50)),
  })
  .check(
    z.refine(
      ({ date, bayId, durationMinutes }) =>
        date !== undefined || bayId !== undefined || durationMinutes !== undefined,
      'Please give a date, a bay or a length',
    ),
  )
export type AppointmentMove = z.infer<typeof appointmentMove>

/** Warnings about a place outside the hours, which the shop may choose all the same. */
export const moveWarnings = ['closed', 'before_opening', 'after_closing'] as const
export type MoveWarning = (typeof moveWarnings)[number]

/** The new place of the appointment. */
export const moveReply = z.object({
  id: z.string(),
  /** An instant with the shop's offset. */
  appointmentDate: z.string(),
  endsAt: z.string(),
  bayId: z.int(),
  bayName: z.string(),
  placement: z.string(),
  warnings: z.array(z.enum(moveWarnings)),
})
export type MoveReply = z.infer<typeof moveReply>
