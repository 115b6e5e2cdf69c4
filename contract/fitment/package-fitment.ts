import * as z from 'zod/mini'
import { matching } from '../text.ts'
import { fitmentId, fitmentOutcomes } from './outcomes.ts'

const condition = z.object({ id: z.string(), text: z.string() })

/** The verdict on one package. Its minutes and cents come on top of the package's own. */
export const packageFitment = z.object({
  productId: z.int(),
  verdict: z.enum(fitmentOutcomes),
  /** One sentence for the customer. */
  reason: z.string(),
  /** Of `fits_with_condition`: each is to be accepted. */
  conditions: z.array(condition),
  extraMinutes: z.int(),
  extraCents: z.int(),
})
export type PackageFitment = z.infer<typeof packageFitment>

/** Answers by question: `{"bmw-screen": "wide"}`. */
const answers = z
  .record(fitmentId, fitmentId)
  .check(z.refine((given) => Object.keys(given).length <= 6, 'Please give at most 6 answers'))

/** The part of an order that was decided on the package step, as the customer saw it. */
export const offeredFitment = z.strictObject({
  answers,
  /** The ids of the conditions that the customer ticked. */
  acceptedConditions: z.array(matching(/^[a-z0-9/.-]+$/, 600)).check(z.maxLength(20)),
  /** The version of the rules that the customer saw. */
  ruleVersion: z.int().check(z.minimum(-1), z.maximum(2_147_483_647)),
})
export type OfferedFitment = z.infer<typeof offeredFitment>

/** The verdict on the package of an appointment, and the review that it awaits. */
export const appointmentFitment = z.object({
  verdict: z.enum(fitmentOutcomes),
  reason: z.string(),
  conditions: z.array(condition),
  /** Whether a person answered. */
  isReviewed: z.boolean(),
  extraMinutes: z.int(),
  extraCents: z.int(),
  /** The open review; null when none is awaited. */
  review: z.nullable(
    z.object({
      id: z.string(),
      /** The words of the shop that asked for another photo; null when it did not. */
      photoAsked: z.nullable(z.string()),
      photoCount: z.int(),
      /** Whether the start is so near that the customer may wait or cancel. */
      isChoiceDue: z.boolean(),
      isWaiting: z.boolean(),
    }),
  ),
})
export type AppointmentFitment = z.infer<typeof appointmentFitment>
