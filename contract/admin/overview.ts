import * as z from 'zod/mini'

/**
 * `weeks` counts back from the present one, which is among them, 12 when left out; the three that can be booked ahead always
 * follow. Without `shopId` a shop sees itself, an administrator all shops.
 */
export const overviewQuery = z.strictObject({
  shopId: z.optional(z.string().check(z.regex(/^[1-9]\d{0,8}$/))),
  weeks: z.optional(z.enum(['4', '12', '26', '52'])),
})
export type OverviewQuery = z.infer<typeof overviewQuery>

/** How many weeks after the present one can have appointments. */
export const weeksAhead = 3

/**
 * A week from Monday on, by each shop's own calendar; appointments count in the week of their start. Cents. A claim that is not
 * paid yet counts nowhere.
 */
export const overviewWeek = z.object({
  monday: z.string(),
  /** Captured for the week's appointments, refunds taken off: from the ledger. */
  capturedCents: z.int(),
  /** The price of the week's booked appointments that are not captured yet, held or to be held. */
  heldCents: z.int(),
  /** Appointments that were not cancelled, and those that were. */
  kept: z.int(),
  cancelled: z.int(),
})
export type OverviewWeek = z.infer<typeof overviewWeek>

/**
 * Over the weeks up to now: minutes in which a bay was taken in that hour of that weekday (1 Monday), of those in which one was
 * open. The bays in use and the week's hours are those of today; closures, and the time before a shop was here, are not open.
 * Minutes are counted as the clock on the shop's wall shows them. Only hours in which something was open.
 */
export const bayUse = z.object({
  weekday: z.int(),
  hour: z.int(),
  takenMinutes: z.int(),
  openMinutes: z.int(),
})
export type BayUse = z.infer<typeof bayUse>

/** Everything but bay use counts all the weeks, those ahead too. What was cancelled was not sold. */
export const overview = z.object({
  /** The Monday of the present week: where shops are not in the same one, of the later. */
  presentMonday: z.string(),
  weeks: z.array(overviewWeek),
  bayUse: z.array(bayUse),
  /** Every package on offer, the most sold first; `cents` is what they cost together. */
  packages: z.array(z.object({ name: z.string(), sold: z.int(), cents: z.int() })),
  makes: z.array(z.object({ make: z.string(), sold: z.int() })),
  /** How many days before its start, by the shop's calendar, an appointment was made that was not cancelled. */
  leadTimes: z.array(z.object({ days: z.int(), appointments: z.int() })),
  medianLeadDays: z.nullable(z.number()),
})
export type Overview = z.infer<typeof overview>
