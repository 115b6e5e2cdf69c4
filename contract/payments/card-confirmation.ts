import * as z from 'zod/mini'
import { vehicle } from '../catalog/vehicle.ts'
import type { AppointmentState } from '../appointments/appointment-states.ts'
import { holdHealth } from './hold-health.ts'
import { holdMarginHours } from './hold-plan.ts'

/** A payment method of the card provider, as its browser script makes it. */
export const paymentMethodId = z.string().check(z.regex(/^pm_\w{1,120}$/, 'Please enter your card details'))

/** The token of a mailed link: it stands for one appointment's card and nothing else. */
const token = z.string().check(z.minLength(1), z.maxLength(300))

export const cardRequestQuery = z.strictObject({ token })

/** What the page behind the link shows. Nothing of the customer but what the card needs. */
export const cardRequest = z.object({
  packageName: z.string(),
  price: z.number(),
  /** The shop's wall time 'YYYY-MM-DD HH:MM:00'. */
  appointmentDate: z.string(),
  timeZone: z.string(),
  shopName: z.string(),
  shopLocation: z.string(),
  vehicleInfo: vehicle,
  hold: holdHealth,
  /** Whether the card is to be confirmed. False when a hold already outlives the job. */
  needed: z.boolean(),
})
export type CardRequest = z.infer<typeof cardRequest>

/**
 * POST /api/confirm-card: asks for a fresh hold with the person present. Without `paymentMethodId` on the saved card. After
 * 3-D Secure the same request goes again with the `holdId` it was answered with, to learn the outcome.
 */
export const cardConfirmation = z.strictObject({
  token,
  paymentMethodId: z.optional(paymentMethodId),
  holdId: z.optional(z.uuid()),
})
export type CardConfirmation = z.infer<typeof cardConfirmation>

/** `held`: done. With `requiresAction` the browser confirms the card with `clientSecret` and asks again with `holdId`. */
export const cardConfirmationReply = z.object({
  held: z.boolean(),
  requiresAction: z.boolean(),
  clientSecret: z.optional(z.string()),
  holdId: z.nullable(z.string()),
})
export type CardConfirmationReply = z.infer<typeof cardConfirmationReply>

/** How long the link opens after staff asked for the card again. */
export const askedAgainHours = 72

/**
 * Whether the mailed link still opens: until the appointment's end and the day after, in which its payment is captured, or as
 * long as staff asked for the card again (`openUntil`, null when they did not). Instants.
 */
export function isCardLinkOpen(
  { state, endsAt, openUntil }: { state: AppointmentState; endsAt: number; openUntil: number | null },
  now: number,
): boolean {
  return state === 'booked' && now < Math.max(endsAt + holdMarginHours * 3_600_000, openUntil ?? 0)
}
