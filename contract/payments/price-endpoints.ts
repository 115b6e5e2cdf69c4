import * as z from 'zod/mini'
import { vehicle } from '../catalog/vehicle.ts'
import { byId, byShop, type EndpointDefinitions } from '../endpoint-definition.ts'
import { linesOfPrice, mostJobCents, mostLineCents } from '../limits.ts'
import { formatCents } from '../money.ts'
import { anyId, rowNumber, uuid } from '../text.ts'
import { newSignOff } from '../workshop/work-order.ts'
import { linkedSignOff } from '../workshop/sign-off.ts'
import { wallets } from './card-brand.ts'
import { cardConfirmationReply } from './card-confirmation.ts'
import { movedCents, newPriceLine, priceLineKinds, refundReason } from './day-price.ts'
import { shopPaymentMethods } from './pays-by.ts'
import { taxablePercentLimits, taxablePercentSentence, taxRateLimits, taxRateSentence } from './sales-tax.ts'

/** A card as people see it. */
const cardShown = z.object({ brand: z.string(), lastFour: z.string(), wallet: z.optional(z.enum(wallets)) })

/** A line as customers see it. */
const shownLine = z.object({ kind: z.enum(priceLineKinds), description: z.string(), amountCents: z.int() })

/** The extra amount above the hold of the price. `confirming`: the customer's bank asks them. */
export const extraStates = [
  'none',
  'requested',
  'confirming',
  'held',
  'refused',
  'ended',
  'captured',
] as const

/** The price of an appointment on the day, for its shop. Integer cents; instants are ISO. */
export const dayPrice = z.object({
  packageName: z.string(),
  priceCents: z.int(),
  /** In the order of adding. `by`: null for a tip given by a link, and for deleted accounts. */
  lines: z.array(z.extend(shownLine, { id: z.string(), addedAt: z.string(), by: z.nullable(z.string()) })),
  totalCents: z.int(),
  /** The most that may be charged without another agreement of the customer. */
  agreedCents: z.int(),
  dueCents: z.int(),
  /** Whether the customer must agree before the card is charged. Never where there is no card. */
  needsAgreement: z.boolean(),
  /**
   * The most of the due amount that the hold of the price covers, or will; above the held one by overcapture.
   */
  coveredCents: z.int(),
  /** Held on the card now, with the extra amount. Where it is above `dueCents`, `surplusWords` say so. */
  onHoldCents: z.int(),
  card: z.nullable(cardShown),
  agreement: z.nullable(
    z.object({
      totalCents: z.int(),
      signerName: z.string(),
      agreedAt: z.string(),
      via: z.enum(['shop', 'link']),
    }),
  ),
  extra: z.object({
    state: z.enum(extraStates),
    amountCents: z.int(),
    /** The bank's refusal, in words for staff. */
    sentence: z.nullable(z.string()),
  }),
  capturedCents: z.int(),
  refundedCents: z.int(),
  /** Refunds that the card provider has not made yet. */
  refundingCents: z.int(),
  /** At the shop; below zero, the shop gave it back. Without those that were removed. */
  payments: z.array(
    z.object({
      id: z.string(),
      amountCents: z.int(),
      method: z.enum(shopPaymentMethods),
      at: z.string(),
      by: z.nullable(z.string()),
      /** Whether it may be removed as recorded by mistake: the customer did not sign that it is paid. */
      isRemovable: z.boolean(),
    }),
  ),
  refunds: z.array(
    z.object({
      id: z.string(),
      amountCents: z.int(),
      reason: z.string(),
      status: z.enum(['requested', 'made', 'dropped']),
      at: z.string(),
      by: z.nullable(z.string()),
    }),
  ),
  /** The most that the reader may refund now; null while an open dispute blocks it. */
  refundableCents: z.nullable(z.int()),
  /** The sales tax that the total includes; null while it is off. */
  taxCents: z.nullable(z.int()),
  takesTips: z.boolean(),
  /**
   * Whether the reader may add and remove lines and let the customer sign now: not before the car has
   * arrived, and never of a no-show, a cancelled or a paid job.
   */
  canChange: z.boolean(),
  /**
   * Whether the start has passed and the car is not marked as arrived, so that the price cannot change yet.
   */
  awaitsArrival: z.boolean(),
  /** Whether the customer can be asked to agree now: lines can change, and there is something to agree to. */
  canAsk: z.boolean(),
  /** When the customer was last sent a link to agree; null when never. */
  askedAt: z.nullable(z.string()),
  /** Whether that was since the price changed or was agreed to. */
  isAsked: z.boolean(),
})
export type DayPrice = z.infer<typeof dayPrice>

/** The total that the person saw. Another one in the meantime refuses as `price_changed`. */
const seenTotalCents = z.int().check(z.minimum(1), z.maximum(mostJobCents))
/** The lines that they saw, among them the tip. Others refuse likewise. */
const seenLine = z.strictObject({
  ...shownLine.shape,
  ...z.pick(newPriceLine, { description: true, amountCents: true }).shape,
})
const seenLines = z.array(seenLine).check(z.maxLength(linesOfPrice + 1))

const tipCents = z
  .int()
  .check(z.minimum(0), z.maximum(mostLineCents, `Please give a tip of at most ${formatCents(mostLineCents)}`))

/**
 * The customer's agreement to the price that they saw. `tipCents`: the tip within it, where the shop takes
 * tips; left out, the tip stays as it is.
 */
export const newAgreement = z.extend(newSignOff, {
  seenTotalCents,
  seenLines,
  tipCents: z.optional(tipCents),
})
export type NewAgreement = z.infer<typeof newAgreement>

export const priceLink = z.strictObject({ token: linkedSignOff.shape.token })

/** By the link, as for the signature of the work order. After the step at the bank it is sent again. */
export const linkedAgreement = z.extend(newAgreement, {
  token: linkedSignOff.shape.token,
  phoneEnd: linkedSignOff.shape.phoneEnd,
})
export type LinkedAgreement = z.infer<typeof linkedAgreement>

/** The price behind the link to agree to it. */
export const linkedPrice = z.object({
  firstName: z.string(),
  vehicleInfo: vehicle,
  packageName: z.string(),
  priceCents: z.int(),
  lines: z.array(shownLine),
  totalCents: z.int(),
  agreedCents: z.int(),
  dueCents: z.int(),
  /** As in `dayPrice`. */
  coveredCents: z.int(),
  onHoldCents: z.int(),
  taxCents: z.nullable(z.int()),
  card: z.nullable(cardShown),
  takesTips: z.boolean(),
  /** `agree`: the total is open. `agreed`: nothing is to be done. `paid`: it was paid. */
  state: z.enum(['agree', 'agreed', 'paid']),
  shopName: z.string(),
  /** Ten digits of a US number; null while the shop has none. */
  shopPhone: z.nullable(z.string()),
  timeZone: z.string(),
})
export type LinkedPrice = z.infer<typeof linkedPrice>

/**
 * `seenRefundedCents`: refunded and under way when the person looked; it refuses a second press elsewhere.
 */
export const newRefund = z.strictObject({
  id: uuid,
  amountCents: movedCents,
  reason: refundReason,
  seenRefundedCents: z.int().check(z.minimum(0), z.maximum(mostJobCents)),
})
export type NewRefund = z.infer<typeof newRefund>

/** Sales tax and tips of a shop. `taxRate` in thousandths of a percent; null turns sales tax off. */
export const shopPricing = z.object({
  taxRate: z.nullable(z.int()),
  takesTips: z.boolean(),
  /** The taxable parts of each package in percent of its price; null without tax. */
  shares: z.array(z.object({ packageId: z.int(), packageName: z.string(), percent: z.nullable(z.int()) })),
})
export type ShopPricing = z.infer<typeof shopPricing>

const within = ({ min, max }: { min: number; max: number }, sentence: string) =>
  z.int(sentence).check(z.minimum(min, sentence), z.maximum(max, sentence))

export const pricingChange = z.strictObject({
  taxRate: z.nullable(within(taxRateLimits, taxRateSentence)),
  takesTips: z.boolean(),
  shares: z
    .array(
      z.strictObject({
        packageId: rowNumber,
        percent: z.nullable(within(taxablePercentLimits, taxablePercentSentence)),
      }),
    )
    .check(z.maxLength(50)),
})
export type PricingChange = z.infer<typeof pricingChange>

const priceRefusals = [
  'not_found',
  'appointment_cancelled',
  'appointment_not_changeable',
  'not_yet_started',
] as const
const agreeRefusals = [
  'total_too_low',
  'extra_too_low',
  'price_changed',
  'wording_changed',
  'card_check_under_way',
  'tips_off',
] as const

export const priceEndpoints = {
  'price.find': {
    summary: 'The price of an appointment on the day: lines, agreement, payments and refunds',
    params: byId,
    reply: dayPrice,
    refusals: ['not_found'],
  },
  'price.addLine': {
    summary: 'Add a part, labor or a discount to the price. Requests with the same id count once',
    params: byId,
    body: newPriceLine,
    reply: dayPrice,
    refusals: [
      ...priceRefusals,
      'total_too_low',
      'too_many_lines',
      'card_check_under_way',
      'request_changed',
    ],
  },
  'price.removeLine': {
    summary: 'Remove a line of the price; it stays in the history',
    params: z.object({ id: anyId, lineId: anyId }),
    reply: dayPrice,
    refusals: [...priceRefusals, 'total_too_low', 'card_check_under_way'],
  },
  'price.removePayment': {
    summary: 'Remove a part payment at the shop that was recorded by mistake; it stays in the history',
    params: z.object({ id: anyId, paymentId: anyId }),
    reply: dayPrice,
    refusals: [...priceRefusals, 'card_check_under_way'],
  },
  'price.askForAgreement': {
    summary: 'Send the customer a link to agree to the price',
    params: byId,
    reply: dayPrice,
    refusals: [
      ...priceRefusals,
      'agreement_not_needed',
      'extra_too_low',
      'email_missing',
      'too_many_requests',
    ],
  },
  'price.agreeAtShop': {
    summary:
      'Record that the customer agreed to the total on a device of the shop, and hold the extra amount',
    params: byId,
    body: newAgreement,
    reply: dayPrice,
    refusals: [
      ...priceRefusals,
      ...agreeRefusals,
      'signature_missing',
      'too_many_requests',
      'card_provider_unavailable',
    ],
  },
  'price.findLinked': {
    summary: 'The price behind the link to agree to it',
    body: priceLink,
    reply: linkedPrice,
    refusals: ['link_not_valid', 'too_many_requests'],
  },
  'price.agreeByLink': {
    summary: 'Agree to the total by a link, and hold the extra amount',
    body: linkedAgreement,
    reply: cardConfirmationReply,
    refusals: [
      'link_not_valid',
      'phone_not_matching',
      'too_many_requests',
      'appointment_not_changeable',
      'card_refused',
      'card_provider_unavailable',
      'appointment_cancelled',
      ...agreeRefusals,
    ],
  },
  'price.refundPart': {
    summary: 'Refund a part of a captured payment; the job stays done. Requests with the same id count once',
    params: byId,
    body: newRefund,
    reply: dayPrice,
    refusals: [
      'not_found',
      'not_paid',
      'not_yet_started',
      'refund_changed',
      'refund_too_high',
      'refund_above_limit',
      'payment_disputed',
      'request_changed',
    ],
  },
  'price.findPricing': {
    summary: 'Sales tax and tips of a shop',
    params: byShop,
    reply: shopPricing,
    refusals: ['not_found'],
  },
  'price.changePricing': {
    summary: 'Change sales tax and tips of a shop',
    params: byShop,
    body: pricingChange,
    reply: shopPricing,
    refusals: ['not_found'],
  },
} as const satisfies EndpointDefinitions
