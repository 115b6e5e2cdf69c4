import * as z from 'zod/mini'
import { vehicle } from '../catalog/vehicle.ts'
import { roles } from '../identity/roles.ts'
import { holdHealth } from '../payments/hold-health.ts'

export const paymentStatuses = ['pending', 'authorized', 'completed', 'cancelled'] as const

/** A row of Appointment Management. `appointmentDate` and `endsAt` are instants with the shop's offset. */
export const administratorAppointment = z.object({
  id: z.string(),
  customerName: z.string(),
  customerEmail: z.string(),
  customerPhone: z.string(),
  appointmentDate: z.string(),
  endsAt: z.string(),
  timeZone: z.string(),
  shopId: z.int(),
  shopName: z.string(),
  packageName: z.string(),
  priceCents: z.int(),
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

/** One thing that happened to an appointment, from the ledger and the outbox, in words. */
export const timelineEntry = z.object({
  /** ISO. */
  at: z.string(),
  kind: z.enum(['appointment', 'money', 'mail', 'problem']),
  title: z.string(),
  /** More of it in one sentence; null when the title says all. */
  detail: z.nullable(z.string()),
  /** Who did it; null where the product or a provider acted by itself. */
  by: z.nullable(z.object({ role: z.enum(roles), name: z.string() })),
})
export type TimelineEntry = z.infer<typeof timelineEntry>

/** What the dialog 'Appointment Details' shows beside the row. Money in cents, from the ledger. */
export const appointmentDetails = z.extend(administratorAppointment, {
  bayName: z.string(),
  /** ISO. */
  bookedAt: z.string(),
  heldCents: z.int(),
  capturedCents: z.int(),
  refundedCents: z.int(),
  /** Whether the customer can be asked for the card again. */
  canAskForCard: z.boolean(),
  /** Oldest first. */
  timeline: z.array(timelineEntry),
})
export type AppointmentDetails = z.infer<typeof appointmentDetails>
