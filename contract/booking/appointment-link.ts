import * as z from 'zod/mini'
import { vehicle } from '../catalog/vehicle.ts'
import { holdHealth } from '../payments/hold-health.ts'
import { atMost } from '../text.ts'
import { customerAppointment, customerStatuses, newStart } from './appointments.ts'

/** The ways in which a customer can say that they come. */
export const confirmationWays = ['link', 'text', 'desk'] as const
export type ConfirmedBy = (typeof confirmationWays)[number]

/** The token in the link of a reminder. It gives access to one appointment only. */
export const appointmentLinkQuery = z.strictObject({ token: z.string().check(z.minLength(1), atMost(300)) })

export const appointmentLinkMove = z.extend(appointmentLinkQuery, newStart.shape)

/** An appointment as the page behind that link shows it. */
export const linkedAppointment = z.object({
  appointmentId: z.string(),
  packageName: z.string(),
  /** The shop's wall time 'YYYY-MM-DD HH:MM:00'. */
  appointmentDate: z.string(),
  timeZone: z.string(),
  shopId: z.int(),
  shopName: z.string(),
  shopLocation: z.string(),
  /** Ten digits of a US number; null while the shop has none. */
  shopPhone: z.nullable(z.string()),
  vehicleInfo: vehicle,
  status: z.enum(customerStatuses),
  hold: holdHealth,
  /** Whether the customer said that they come to the present start. */
  isConfirmed: z.boolean(),
  canConfirm: z.boolean(),
  canMove: z.boolean(),
  canCancel: z.boolean(),
  cancelFee: customerAppointment.shape.cancelFee,
  decidedFee: customerAppointment.shape.decidedFee,
  /** Whether the shop takes no changes: it is suspended. */
  isShopSuspended: z.boolean(),
})
export type LinkedAppointment = z.infer<typeof linkedAppointment>
