import * as z from 'zod/mini'
import { vehicle, vehicleInput } from '../catalog/vehicle.ts'
import { packageId } from '../catalog/packages.ts'
import { byId, done, type EndpointDefinitions } from '../endpoint-definition.ts'
import { atMost, mailedText, mailedTextOrNone, rowNumber, shopIdInQuery } from '../text.ts'
import { confidenceLevels, fitmentId, fitmentOutcomes } from './fitment-data.ts'
import { offeredFitment } from './package-fitment.ts'

/** The answers that a reviewer may give. `another_photo` leaves the review open. */
export const reviewAnswers = [
  'fits',
  'fits_with_condition',
  'does_not_fit',
  'activation_only',
  'another_photo',
] as const
export type ReviewAnswer = (typeof reviewAnswers)[number]

const noteSentence = 'Please write at most 300 characters'

const reviewDecision = z.discriminatedUnion('answer', [
  z.strictObject({
    answer: z.enum(['fits', 'activation_only']),
    note: mailedTextOrNone(300, noteSentence),
    headUnitId: z.optional(z.nullable(fitmentId)),
  }),
  z.strictObject({
    answer: z.enum(['fits_with_condition', 'does_not_fit', 'another_photo']),
    /** The condition, the reason, or the picture that is needed: the customer reads it. */
    note: mailedText(300, 'Please say why, for the customer', noteSentence),
    headUnitId: z.optional(z.nullable(fitmentId)),
  }),
])
export type ReviewDecision = z.infer<typeof reviewDecision>

/** A head unit that the car may have, with the verdict of the rules and where it comes from. */
const candidate = z.object({
  headUnitId: z.nullable(z.string()),
  name: z.string(),
  chassis: z.string(),
  recognizedBy: z.string(),
  verdict: z.enum(fitmentOutcomes),
  note: z.string(),
  shopNote: z.string(),
  confidence: z.enum(confidenceLevels),
  sources: z.array(z.string()),
  checkedOn: z.nullable(z.string()),
})

export const openReview = z.object({
  id: z.string(),
  shopId: z.int(),
  shopName: z.string(),
  /** Null for a request that is no purchase. */
  appointmentId: z.nullable(z.string()),
  /** Instants with the shop's offset. */
  appointmentDate: z.nullable(z.string()),
  openedAt: z.string(),
  /** The end of the shop's next working day, by which it answers; null without opening hours. */
  dueAt: z.nullable(z.string()),
  timeZone: z.string(),
  customerName: z.string(),
  customerPhone: z.nullable(z.string()),
  vehicleInfo: vehicle,
  productId: z.int(),
  packageName: z.string(),
  /** The reason why the rules did not decide. */
  reason: z.string(),
  /** The customer's answers in words. */
  answers: z.array(z.object({ question: z.string(), answer: z.string() })),
  candidates: z.array(candidate),
  photos: z.array(z.object({ id: z.string(), url: z.string(), width: z.int(), height: z.int() })),
  /** The words in which another photo was asked for; null when none is awaited. */
  photoAsked: z.nullable(z.string()),
})
export type OpenReview = z.infer<typeof openReview>

export const reviewQueue = z.object({
  /** Those with a photo first, then the earliest. At most 100. */
  reviews: z.array(openReview),
  total: z.int(),
  /** Median hours from the question to the answer in the last 90 days; null without an answer. */
  medianHours: z.nullable(z.number()),
})

/** The review of a mailed link, without personal data. */
export const customerReview = z.object({
  id: z.string(),
  vehicleInfo: z.object({ year: z.int(), make: z.string(), model: z.string() }),
  packageName: z.string(),
  isOpen: z.boolean(),
  photoAsked: z.nullable(z.string()),
  photoCount: z.int(),
})
export type CustomerReview = z.infer<typeof customerReview>

const reviewToken = z.object({ 'x-review-token': z.string().check(atMost(400)) })

export const reviewEndpoints = {
  'fitment.listReviews': {
    summary: 'Open questions whether a package fits a car, of the shops in scope',
    query: z.strictObject({ shopId: z.optional(shopIdInQuery) }),
    reply: reviewQueue,
    refusals: [],
  },
  'fitment.answerReview': {
    summary: 'Answer whether a package fits; a refusal cancels the appointment and releases its hold',
    params: byId,
    body: reviewDecision,
    reply: done,
    refusals: ['not_found', 'review_answered', 'card_provider_unavailable', 'payment_disputed'],
  },
  'fitment.waitForReview': {
    summary: 'Keep an appointment whose fitment check is not answered yet',
    params: byId,
    reply: done,
    refusals: ['not_found', 'review_answered'],
  },
  'fitment.requestReview': {
    summary: 'Ask a shop about a car that may only need CarPlay switched on. No purchase',
    body: z.strictObject({
      vehicleInfo: vehicleInput,
      productId: packageId,
      shopId: z.optional(rowNumber),
      fitment: offeredFitment,
    }),
    reply: z.object({ id: z.string() }),
    status: 201,
    refusals: [
      'package_unknown',
      'shop_unknown',
      'vehicle_not_supported',
      'fitment_answers_unknown',
      'fitment_changed',
      'too_many_requests',
      'email_not_proven',
      'customer_blocked',
    ],
  },
  'fitment.findReview': {
    summary: 'The review of a mailed link, for adding a photo',
    params: byId,
    headers: reviewToken,
    reply: customerReview,
    refusals: ['link_not_valid'],
  },
} as const satisfies EndpointDefinitions
