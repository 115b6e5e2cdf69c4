import * as z from 'zod/mini'
import { wallTime } from '../booking/appointments.ts'
import { countDays, parseWallTime } from '../time.ts'
import { rowNumber, shownText } from '../text.ts'
import { longestBlockDays, longestBlockReason } from './block-limits.ts'

/** A wall time as minutes from a day: comparable within the same shop. */
function orderOf(text: string): string {
  const { day, minutes } = parseWallTime(text) ?? { day: '', minutes: 0 }
  return `${day} ${String(minutes).padStart(4, '0')}`
}

function isShort({ from, to }: { from: string; to: string }): boolean {
  const [first, last] = [parseWallTime(from), parseWallTime(to)]
  return !first || !last || countDays(first.day, last.day) <= longestBlockDays
}

/** A weekly block lies within one day; midnight ends it. */
function isWithinDay({ from, to }: { from: string; to: string }): boolean {
  const [first, last] = [parseWallTime(from), parseWallTime(to)]
  if (!first || !last) return true
  const days = countDays(first.day, last.day)
  return days === 0 || (days === 1 && last.minutes === 0)
}

const timeFields = {
  shopId: rowNumber,
  bayIds: z.array(rowNumber, 'Choose a bay').check(z.minLength(1, 'Choose a bay'), z.maxLength(50)),
  from: wallTime,
  to: wallTime,
  /** Every week on this weekday, from this day on. */
  weekly: z.optional(z.boolean()),
}

const checks = [
  z.refine<{ from: string; to: string }>(({ from, to }) => orderOf(from) < orderOf(to), {
    error: 'The end must be after the start.',
    path: ['to'],
  }),
  z.refine<{ from: string; to: string }>(isShort, {
    error: `A block can be up to ${longestBlockDays} days long.`,
    path: ['to'],
  }),
  z.refine<{ from: string; to: string; weekly?: boolean | undefined }>(
    (time) => time.weekly !== true || isWithinDay(time),
    { error: 'A weekly block must end on the day it begins.', path: ['to'] },
  ),
] as const

/** Time of bays that is kept free of jobs: the shop's wall times 'YYYY-MM-DD HH:MM'. */
export const blockedTime = z.strictObject(timeFields).check(...checks)
export type BlockedTime = z.infer<typeof blockedTime>

/**
 * POST /api/admin/blocks. With `around` the jobs in it stay, and the time around them is blocked; days of a
 * weekly block with a job in it stand in Needs attention. Without it, jobs in the way refuse the block.
 */
export const newBlock = z
  .strictObject({
    ...timeFields,
    reason: shownText(longestBlockReason, 'Please give a reason, like Lunch'),
    around: z.optional(z.boolean()),
  })
  .check(...checks)
export type NewBlock = z.infer<typeof newBlock>

/** A job in the way of a block. Instants with the shop's offset. */
export const jobInTheWay = z.object({
  appointmentId: z.string(),
  customerName: z.string(),
  bayName: z.string(),
  appointmentDate: z.string(),
  endsAt: z.string(),
})

/** The jobs in the way, the earliest first, at most 20, and their number. */
export const blockPreview = z.object({ jobs: z.array(jobInTheWay), total: z.int() })
export type BlockPreview = z.infer<typeof blockPreview>

/** `ids`: the blocks that were written; a weekly one gets more later. */
export const createdBlocks = z.object({
  ids: z.array(z.string()),
  seriesId: z.nullable(z.string()),
  /** Days of a weekly block on which a job lies in it. */
  conflicts: z.int(),
})
export type CreatedBlocks = z.infer<typeof createdBlocks>

/** DELETE /api/admin/blocks/{id}: with `later` also the later ones of its series, which ends. */
export const blockRemoval = z.strictObject({ later: z.optional(z.enum(['true'])) })

/** A block on the board, on one day. Minutes since midnight of the shop's wall time. */
export const boardBlock = z.object({
  id: z.string(),
  bayId: z.int(),
  day: z.string(),
  startMinutes: z.int(),
  endMinutes: z.int(),
  reason: z.string(),
  isWeekly: z.boolean(),
  /** The person who made it; null when the account is gone. */
  by: z.nullable(z.string()),
})
export type BoardBlock = z.infer<typeof boardBlock>
