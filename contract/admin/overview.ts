import * as z from 'zod/mini'

/** `weeks` counts back from the present one, which is among them; the three that can be booked ahead always follow. */
export const overviewQuery = z.strictObject({
  shopId: z.optional(z.string().check(z.regex(/^[1-9]\d{0,8}$/))),
  weeks: z.optional(z.enum(['4', '12', '26', '52'])),
})

/** A week from Monday on, by each shop's own calendar; appointments count in the week of their start. Cents. */
export const overviewWeek = z.object({
  monday: z.string(),
  /** Captured for the week's appointments, refunds taken off. */
  capturedCents: z.int(),
  /** The price of the week's booked appointments that are not captured yet. */
  heldCents: z.int(),
  /** Appointments that were not cancelled, and those that were. */
  kept: z.int(),
  cancelled: z.int(),
})

/** Over the weeks up to now: minutes in which a bay was taken in that hour of that weekday, of those in which one was open. */
export const bayUse = z.object({
  weekday: z.int(),
  hour: z.int(),
  takenMinutes: z.int(),
  openMinutes: z.int(),
})

export const overview = z.object({
  weeks: z.array(overviewWeek),
  bayUse: z.array(bayUse),
  packages: z.array(z.object({ name: z.string(), sold: z.int(), cents: z.int() })),
  makes: z.array(z.object({ make: z.string(), sold: z.int() })),
  /** How many whole days before its start an appointment was made. */
  leadTimes: z.array(z.object({ days: z.int(), appointments: z.int() })),
  medianLeadDays: z.nullable(z.number()),
})
export type Overview = z.infer<typeof overview>
