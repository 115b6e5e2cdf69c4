import * as z from 'zod/mini'
import { parseWallTime } from '../time.ts'
import { longestSearch, searchTooLong } from '../limits.ts'
import { atMost, matching, shopIdInQuery } from '../text.ts'

export const statusFilters = ['all', 'pending', 'authorized', 'completed', 'cancelled'] as const

/**
 * Ready-made parts of the list. `coming`, `today`, `tomorrow` and `week` (Monday to Sunday) follow the
 * calendar of each appointment's shop and leave out cancelled appointments, unless `status` asks for them.
 * `done_not_charged`: ended, and its payment is not captured. `hold_failed`: every attempt to hold the card
 * is used up. `awaits_fitment`: the shop has to answer if the package fits.
 */
export const listRanges = [
  'coming',
  'today',
  'tomorrow',
  'week',
  'done_not_charged',
  'hold_failed',
  'awaits_fitment',
  'all',
] as const
export type ListRange = (typeof listRanges)[number]

const timeSentence = 'Please give the time as YYYY-MM-DDTHH:MM'
const wallTime = z.string().check(
  atMost(30, timeSentence),
  z.refine((text) => parseWallTime(text) !== null, timeSentence),
)

/**
 * Filters of Appointment Management. `search` is a case-insensitive substring of the customer's name or email
 * or the VIN. `from` and `to` are inclusive wall times 'YYYY-MM-DDTHH:MM' in the time zone of each
 * appointment's shop.
 */
export const appointmentFilters = z.strictObject({
  search: z.optional(
    z
      .string('Please search for one text')
      .check(
        z.trim(),
        atMost(longestSearch, searchTooLong),
        z.regex(/^\P{Cc}*$/u, 'Please search within one line'),
      ),
  ),
  range: z.optional(z.enum(listRanges, `Please choose one of these ranges: ${listRanges.join(', ')}`)),
  status: z.optional(z.enum(statusFilters, 'Please choose all, pending, authorized, completed or cancelled')),
  from: z.optional(wallTime),
  to: z.optional(wallTime),
  shopId: z.optional(shopIdInQuery),
  order: z.optional(z.enum(['latest', 'earliest'], 'Please choose latest or earliest')),
})
export type AppointmentFilters = z.infer<typeof appointmentFilters>

export const defaultPageSize = 50

/**
 * GET /api/admin/appointments: with `limit` the list is paged. The header `x-next-after` carries the cursor
 * of the next page (`after`) and is absent on the last one. `x-total-count` is exact up to 1,000, then
 * '1000+'.
 */
export const appointmentListQuery = z.extend(appointmentFilters, {
  limit: z.optional(matching(/^([1-9]|[1-9]\d|100)$/, 3, 'Please ask for 1 to 100')),
  after: z.optional(
    matching(/^\d{1,15}~[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 52, 'That is not a page of this list'),
  ),
})
