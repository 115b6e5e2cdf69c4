import * as z from 'zod/mini'
import { vehicle } from '../catalog/vehicle.ts'
import { holdHealthStates } from '../payments/hold-health.ts'
import { boardBlock } from '../blocks/blocks.ts'
import { bay } from '../shops/shop-settings.ts'
import { isDay } from '../time.ts'
import { paymentShown, paymentStatuses } from './admin.ts'
import { workStates } from '../workshop/work-states.ts'
import { atMost, shopIdInQuery } from '../text.ts'

const daySentence = 'Please give the day as YYYY-MM-DD'
const isDayOfCentury = (text: string): boolean => text.startsWith('20') && isDay(text)

/**
 * `from` is a day of the shop's calendar in 2000 to 2099, by default today; `days` counts from there, 1 or 7.
 * `week` is the week of that day, which begins as the shop has set it.
 */
export const boardQuery = z.strictObject({
  shopId: shopIdInQuery,
  from: z.optional(z.string().check(atMost(10, daySentence), z.refine(isDayOfCentury, daySentence))),
  days: z.optional(z.enum(['1', '7', 'week'])),
})
export type BoardQuery = z.infer<typeof boardQuery>

/** Times are minutes since midnight of the shop's wall time. */
export const boardDay = z.object({
  day: z.string(),
  opens: z.nullable(z.int()),
  closes: z.nullable(z.int()),
  /** The reason of a closure on an otherwise open day, possibly empty. Null on other days. */
  closure: z.nullable(z.string()),
})

/** One vehicle in one bay, listed on the day of its start. */
export const boardJob = z.object({
  appointmentId: z.string(),
  bayId: z.int(),
  day: z.string(),
  startMinutes: z.int(),
  /** More than 1440 when the job ends after midnight. */
  endMinutes: z.int(),
  customerName: z.string(),
  /** Ten digits of a US number. */
  customerPhone: z.string(),
  packageName: z.string(),
  vehicleInfo: vehicle,
  paymentStatus: z.enum(paymentStatuses),
  holdState: z.enum(holdHealthStates),
  payment: paymentShown,
  /** The day of the next fresh hold by the shop's calendar; null when none is planned. */
  holdsOn: z.nullable(z.string()),
  /** The person who does the job, if one is named. */
  technicianName: z.nullable(z.string()),
  /** Whether the shop itself put the job outside its hours. */
  hoursWaived: z.boolean(),
  awaitsFitment: z.boolean(),
  workState: z.enum(workStates),
  /** Whether the customer said that they come to this start. */
  isConfirmed: z.boolean(),
  /** The ways in which news of a move reach its customer; without one the shop calls. */
  toldBy: z.array(z.enum(['text', 'email'])),
  /** Its time and bay as an opaque text, to send back with a move. */
  placement: z.string(),
})
export type BoardJob = z.infer<typeof boardJob>

/** The bays of a shop with their jobs, in the order of their starts, without cancelled appointments. */
export const board = z.object({
  shopId: z.int(),
  businessName: z.string(),
  timeZone: z.string(),
  /** By the shop's calendar. */
  today: z.string(),
  /** Whether the shop can send text messages (SMS). */
  sendsTexts: z.boolean(),
  /** The bays in use, and those out of use that still have a job on these days. */
  bays: z.array(bay),
  days: z.array(boardDay),
  jobs: z.array(boardJob),
  /** Time that is kept free of jobs, in the order of the starts. */
  blocks: z.array(boardBlock),
})
export type Board = z.infer<typeof board>
