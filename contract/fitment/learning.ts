import * as z from 'zod/mini'
import type { EndpointDefinitions } from '../endpoint-definition.ts'
import { confidenceLevels } from './fitment-data.ts'
import { fitmentId } from './outcomes.ts'
import { savedVersion } from './changed-data.ts'

/** A rule that jobs have confirmed often enough for a higher confidence. An administrator applies it. */
export const confidenceProposal = z.object({
  ruleId: z.string(),
  make: z.string(),
  model: z.string(),
  chassis: z.string(),
  headUnit: z.nullable(z.string()),
  packageId: z.int(),
  from: z.enum(confidenceLevels),
  to: z.enum(confidenceLevels),
  jobs: z.int(),
  shops: z.int(),
})
export type ConfidenceProposal = z.infer<typeof confidenceProposal>

/** Figures of the last 90 days; null where nothing was counted. */
export const fitmentFigures = z.object({
  /** Percent of booked cars that the rules decided without a person. */
  decidedByRules: z.nullable(z.number()),
  bookedCars: z.int(),
  /** Median hours from a question to the shop's answer. */
  hoursToAnswer: z.nullable(z.number()),
  answers: z.int(),
  /** Jobs of 100 that did not fit, or had it already. */
  wrongOf100: z.nullable(z.number()),
  jobs: z.int(),
})
export type FitmentFigures = z.infer<typeof fitmentFigures>

export const learningEndpoints = {
  'fitment.findLearning': {
    summary: 'What the jobs say about the rules: figures, and proposals of a higher confidence',
    reply: z.object({ figures: fitmentFigures, proposals: z.array(confidenceProposal) }),
    refusals: [],
  },
  'fitment.applyProposal': {
    summary: 'Raise the confidence of a rule as its jobs propose, as a new version',
    body: z.strictObject({ ruleId: fitmentId, to: z.enum(confidenceLevels) }),
    reply: savedVersion,
    status: 201,
    refusals: ['not_found', 'fitment_version_stale'],
  },
} as const satisfies EndpointDefinitions
