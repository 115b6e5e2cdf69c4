import * as z from 'zod/mini'
import { vehicle } from '../catalog/vehicle.ts'
import { anyId, shopIdInQuery } from '../text.ts'
import { workOrder } from './work-order.ts'

/**
 * A job as a technician sees it: the car, the package and the place, neither money nor a way to reach the
 * customer.
 */
export const workJob = z.object({
  appointmentId: z.string(),
  shopId: z.int(),
  shopName: z.string(),
  timeZone: z.string(),
  /** Instants with offset. */
  startsAt: z.string(),
  endsAt: z.string(),
  isToday: z.boolean(),
  bayName: z.string(),
  customerName: z.string(),
  vehicleInfo: vehicle,
  packageName: z.string(),
  /** Everything that is built in, the chief part first. */
  packageParts: z.array(z.string()),
  /** The chassis that the fitment check found; null when it is open. */
  chassis: z.nullable(z.string()),
  /** The name of the head unit that the fitment check found; null when it is open. */
  headUnit: z.nullable(z.string()),
  awaitsFitment: z.boolean(),
  technician: z.nullable(z.object({ name: z.string(), isYou: z.boolean() })),
  workOrder,
})
export type WorkJob = z.infer<typeof workJob>

export const workQuery = z.strictObject({
  shopId: z.optional(shopIdInQuery),
})

/** A person who can be named as the technician of an appointment. */
export const technician = z.object({ userId: z.string(), name: z.string() })
export type Technician = z.infer<typeof technician>

/** Null frees the appointment. */
export const assignment = z.strictObject({ userId: z.nullable(anyId) })
