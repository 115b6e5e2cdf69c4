import * as z from 'zod/mini'
import { vehicle } from '../catalog/vehicle.ts'
import { holdStates } from '../payments/hold-health.ts'
import { bay } from '../shops/shop-settings.ts'
import { isDay } from '../time.ts'
import { paymentStatuses } from './admin.ts'

const isDayOfCentury = (text: string): boolean => text.startsWith('20') && isDay(text)

/** `from` is a day of the shop's calendar, today when left out, in 2000 to 2099; `days` from there on, 1 or 7. */
export const boardQuery = z.strictObject({
  shopId: z.string().check(z.regex(/^[1-9]\d{0,8}$/)),
  from: z.optional(z.string().check(z.refine(isDayOfCentury, 'Please give the day as YYYY-MM-DD'))),
  days: z.optional(z.enum(['1', '7'])),
})
export type BoardQuery = z.infer<typeof boardQuery>

/** Times are minutes since midnight on the shop's wall. */
export const boardDay = z.object({
  day: z.string(),
  opens: z.nullable(z.int()),
  closes: z.nullable(z.int()),
  /** Why it is closed on a day on which it would be open: the closure's reason, perhaps empty. Null otherwise. */
  closure: z.nullable(z.string()),
})

/** One vehicle in one bay, on the day on which it starts. */
export const boardJob = z.object({
  appointmentId: z.string(),
  bayId: z.int(),
  day: z.string(),
  startMinutes: z.int(),
  /** Past midnight it goes on counting. */
  endMinutes: z.int(),
  customerName: z.string(),
  packageName: z.string(),
  vehicleInfo: vehicle,
  paymentStatus: z.enum(paymentStatuses),
  holdState: z.enum(holdStates),
})
export type BoardJob = z.infer<typeof boardJob>

/** Who is in which bay when, the jobs in the order of their starts. Cancelled appointments are not on it. */
export const board = z.object({
  shopId: z.int(),
  businessName: z.string(),
  timeZone: z.string(),
  /** By the shop's calendar. */
  today: z.string(),
  /** The bays in use, and those out of use that still have a job here. */
  bays: z.array(bay),
  days: z.array(boardDay),
  jobs: z.array(boardJob),
})
export type Board = z.infer<typeof board>
