import * as z from 'zod/mini'
import { vehicle } from '../catalog/vehicles.ts'
import { holdHealth } from '../payments/hold-health.ts'

export const paymentStatuses = ['pending', 'authorized', 'completed', 'cancelled'] as const

/** A row of Appointment Management. `appointmentDate` is an instant with the shop's offset. */
export const administratorAppointment = z.object({
  id: z.string(),
  customerName: z.string(),
  customerEmail: z.string(),
  customerPhone: z.string(),
  appointmentDate: z.string(),
  timeZone: z.string(),
  paymentStatus: z.enum(paymentStatuses),
  vehicleInfo: vehicle,
  hold: holdHealth,
})
export type AdministratorAppointment = z.infer<typeof administratorAppointment>

/** PATCH /api/admin/appointments/{id}/status: cancelled is the only status one may set. */
export const statusChange = z.strictObject({ status: z.literal('cancelled') })

export const paymentStatusReply = z.object({ id: z.string(), paymentStatus: z.enum(paymentStatuses) })

/** What a capture answers. `note` says so when the hold had lapsed and the card was charged anew. */
export const captureReply = z.extend(paymentStatusReply, { note: z.optional(z.string()) })
