import * as z from 'zod/mini'
import { contactFields, customerNote, wallTime } from '../booking/appointments.ts'
import { packageId } from '../catalog/packages.ts'
import { vehicleInput } from '../catalog/vehicle.ts'
import { offeredFitment } from '../fitment/package-fitment.ts'
import { paymentMethodId } from '../payments/card-confirmation.ts'
import { movedCents, seenDueCents } from '../payments/day-price.ts'
import { shopPaymentMethods, waysToPay } from '../payments/pays-by.ts'
import { mailedText, rowNumber, uuid } from '../text.ts'
import { longestFitmentReason } from './desk-limits.ts'
import { moveWarnings } from './move.ts'

/**
 * POST /api/admin/appointments: an appointment that a shop books for a caller or a walk-in. `date` is the
 * shop's wall time 'YYYY-MM-DD HH:MM'; without `bayId` any free bay. `payment`: `link` mails the customer a
 * link for the card, `card` holds `paymentMethodId` of a customer who stands there, `at_shop` needs no card.
 * `contactId`: a person whom the shop knows. `fitmentReason`: why the package is sold although the rules say
 * that it does not fit. `agreesToTexts`: the caller has said yes to text messages (SMS).
 * `note`: what the caller says about the car.
 */
export const deskOrder = z
  .strictObject({
    shopId: rowNumber,
    contact: z.strictObject({ ...contactFields, email: z.optional(contactFields.email) }),
    contactId: z.optional(uuid),
    vehicleInfo: vehicleInput,
    productId: packageId,
    date: wallTime,
    bayId: z.optional(rowNumber),
    payment: z.enum(waysToPay),
    paymentMethodId: z.optional(paymentMethodId),
    agreesToTexts: z.optional(z.boolean()),
    note: z.optional(customerNote),
    fitment: z.optional(offeredFitment),
    fitmentReason: z.optional(
      mailedText(longestFitmentReason, 'Please say why this package can be installed'),
    ),
  })
  .check(
    z.refine(({ payment, paymentMethodId: card }) => (payment === 'card') === (card !== undefined), {
      error: 'Please give a card for a payment by card, and for no other',
      path: ['paymentMethodId'],
    }),
  )
export type DeskOrder = z.infer<typeof deskOrder>

/**
 * Reply of POST /api/admin/appointments. With `requiresAction` the browser confirms the card with
 * `clientSecret`, then sends the same order with the same Idempotency-Key again.
 */
export const deskReply = z.object({
  id: z.string(),
  requiresAction: z.boolean(),
  clientSecret: z.optional(z.string()),
  warnings: z.array(z.enum(moveWarnings)),
})
export type DeskReply = z.infer<typeof deskReply>

/**
 * POST /api/admin/appointments/{id}/payment: the customer paid at the shop, outside the product, in full
 * where `amountCents` is left out. Requests with the same id count once. `seenDueCents` refuses a payment
 * that another person recorded meanwhile.
 */
export const shopPayment = z.strictObject({
  id: z.optional(uuid),
  method: z.enum(shopPaymentMethods),
  amountCents: z.optional(movedCents),
  seenDueCents,
})
export type ShopPayment = z.infer<typeof shopPayment>
