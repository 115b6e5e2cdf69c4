import * as z from 'zod/mini'
import { shopIdInQuery } from '../text.ts'

/**
 * `weeks` counts back from the present week, inclusive, by default 12; the `weeksAhead` bookable weeks always
 * follow. Without `shopId` a shop gets its own figures and an administrator those of all shops.
 */
export const overviewQuery = z.strictObject({
  shopId: z.optional(shopIdInQuery),
  weeks: z.optional(z.enum(['4', '12', '26', '52'])),
})
export type OverviewQuery = z.infer<typeof overviewQuery>

/** Number of weeks after the present one that can have appointments. */
export const weeksAhead = 3

/**
 * A week from Monday on, by each shop's own calendar. Appointments count in the week of their start, unpaid
 * claims in none. Money in cents.
 */
export const overviewWeek = z.object({
  monday: z.string(),
  /** Captured for the week's appointments less refunds and disputes, from the ledger. */
  capturedCents: z.int(),
  /**
   * Prices of the week's booked appointments that are held now, or will be held on a card that was not
   * refused.
   */
  heldCents: z.int(),
  /** Appointments that were not cancelled, and cancelled ones. A refund after the work is no cancellation. */
  kept: z.int(),
  cancelled: z.int(),
})
export type OverviewWeek = z.infer<typeof overviewWeek>

/**
 * Bay use by weekday (1 is Monday) and hour over the past weeks: busy bay minutes of those that can be sold,
 * here called open. Today's bays and weekly hours count for all weeks. Closures and the time before a shop's
 * registration are not open. Minutes follow the shop's wall clock. Hours without an open minute are left out.
 */
export const bayUse = z.object({
  weekday: z.int(),
  hour: z.int(),
  takenMinutes: z.int(),
  openMinutes: z.int(),
})
export type BayUse = z.infer<typeof bayUse>

/** Everything but bay use also counts the weeks ahead. Cancelled appointments do not count as sold. */
export const overview = z.object({
  /** The Monday of the present week; the later one when shops are in different weeks. */
  presentMonday: z.string(),
  weeks: z.array(overviewWeek),
  bayUse: z.array(bayUse),
  /** Every package on offer, the most sold first; `cents` is the sum of the prices. */
  packages: z.array(z.object({ name: z.string(), sold: z.int(), cents: z.int() })),
  makes: z.array(z.object({ make: z.string(), sold: z.int() })),
  /** Days from the booking to the start, by the shop's calendar, without cancelled appointments. */
  leadTimes: z.array(z.object({ days: z.int(), appointments: z.int() })),
  medianLeadDays: z.nullable(z.number()),
})
export type Overview = z.infer<typeof overview>
