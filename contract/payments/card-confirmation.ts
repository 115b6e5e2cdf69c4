import * as z from 'zod/mini'
import { shownFee } from '../booking/cancellation-schemas.ts'
import { vehicle } from '../catalog/vehicle.ts'
import type { AppointmentState } from '../booking/appointment-states.ts'
import { toPay } from './to-pay.ts'
import { holdHealth } from './hold-health.ts'
import { holdMarginHours } from './hold-plan.ts'
import { atMost, matching, uuid } from '../text.ts'

/** A payment method id from the card provider's browser script. */
export const paymentMethodId = matching(/^pm_\w{1,120}$/, 123, 'Please enter your card details')

/** The token of a mailed link. It gives access to the card request of one appointment only. */
const token = z.string().check(z.minLength(1), atMost(300))

export const cardRequestQuery = z.strictObject({ token })

/** Contents of the page behind the link: no data of the customer beyond the card request. */
export const cardRequest = z.object({
  packageName: z.string(),
  price: z.number(),
  /** Null where the customer pays that price. */
  toPay: z.nullable(toPay),
  /** The shop's wall time 'YYYY-MM-DD HH:MM:00'. */
  appointmentDate: z.string(),
  timeZone: z.string(),
  shopName: z.string(),
  shopLocation: z.string(),
  vehicleInfo: vehicle,
  hold: holdHealth,
  /** The fee for a late cancellation that the customer agreed to; null for none. */
  cancelFee: z.nullable(shownFee),
  /** False when a hold already outlives the job. */
  needed: z.boolean(),
})
export type CardRequest = z.infer<typeof cardRequest>

/**
 * POST /api/confirm-card: requests a fresh hold with the cardholder present, on the saved card without
 * `paymentMethodId`. After 3-D Secure the browser sends the same request again with the `holdId` of the first
 * reply.
 */
export const cardConfirmation = z.strictObject({
  token,
  paymentMethodId: z.optional(paymentMethodId),
  holdId: z.optional(uuid),
})
export type CardConfirmation = z.infer<typeof cardConfirmation>

/**
 * `held`: done. With `requiresAction` the browser confirms the card with `clientSecret` and repeats the
 * request with `holdId`.
 */
export const cardConfirmationReply = z.object({
  held: z.boolean(),
  requiresAction: z.boolean(),
  clientSecret: z.optional(z.string()),
  holdId: z.nullable(z.string()),
})
export type CardConfirmationReply = z.infer<typeof cardConfirmationReply>

/**
 * POST /api/appointments/{id}/card: replaces the card of the own coming appointment. `amount` is the price in
 * US dollars that the customer agreed to have held on it. After 3-D Secure the browser sends the same request
 * again with the `holdId` of the first reply.
 */
export const cardReplacement = z.strictObject({
  paymentMethodId,
  amount: z.number().check(z.positive(), z.maximum(1_000_000)),
  holdId: z.optional(uuid),
})
export type CardReplacement = z.infer<typeof cardReplacement>

/** Life of the link, in hours, after staff requested the card again. */
export const askedAgainHours = 72

/**
 * Whether the mailed link is still valid: until one day after the appointment's end, when its payment is
 * captured, or until `openUntil` (null unless staff requested the card again). Instants.
 */
export function isCardLinkOpen(
  { state, endsAt, openUntil }: { state: AppointmentState; endsAt: number; openUntil: number | null },
  now: number,
): boolean {
  return state === 'booked' && now < Math.max(endsAt + holdMarginHours * 3_600_000, openUntil ?? 0)
}
