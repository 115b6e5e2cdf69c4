import * as z from 'zod/mini'
import { byId, done, type EndpointDefinitions } from '../endpoint-definition.ts'
import { mailedText, shownTextOrNone } from '../text.ts'
import { fitmentId } from './fitment-data.ts'
import { jobOutcomes } from './job-outcomes.ts'

const noteSentence = 'Please write at most 300 characters'
const minutesSentence = 'Please give 0 to 480 minutes'

const common = {
  /** The head unit that was found; null when it is none of the known ones, or was not looked at. */
  headUnitId: z.nullable(fitmentId),
  note: shownTextOrNone(300, noteSentence),
  extraMinutes: z.int(minutesSentence).check(z.minimum(0, minutesSentence), z.maximum(480, minutesSentence)),
}

/** The shop's answer at the end of a job. */
export const jobOutcome = z.discriminatedUnion('outcome', [
  z.strictObject({ ...common, outcome: z.enum(['fitted_as_sold', 'fitted_with_extra', 'had_it_already']) }),
  z.strictObject({
    ...common,
    outcome: z.literal('did_not_fit'),
    /** The customer and the administrators read it. */
    note: mailedText(300, 'Please say why it did not fit', noteSentence),
    /** The condition that the customer had ticked was not true: the rule stays as it is. */
    isConditionUntrue: z.boolean(),
  }),
])
export type JobOutcomeInput = z.infer<typeof jobOutcome>

/** The fitment of an appointment in its details. */
export const detailsFitment = z.object({
  /** One sentence about the verdict under which the package was sold. */
  verdict: z.string(),
  conditions: z.array(z.string()),
  /** The head units that the car may have, for the shop to choose from. */
  headUnits: z.array(z.object({ id: z.string(), name: z.string() })),
  /** Whether the outcome of the job can be recorded now. */
  canRecord: z.boolean(),
  recorded: z.nullable(
    z.object({ outcome: z.enum(jobOutcomes), headUnit: z.nullable(z.string()), note: z.string() }),
  ),
})
export type DetailsFitment = z.infer<typeof detailsFitment>

export const outcomeEndpoints = {
  'fitment.recordOutcome': {
    summary: 'Record how a package fitted; one that did not fit cancels the appointment and reopens its rule',
    params: byId,
    body: jobOutcome,
    reply: done,
    refusals: [
      'not_found',
      'not_allowed',
      'outcome_recorded',
      'card_provider_unavailable',
      'payment_disputed',
    ],
  },
} as const satisfies EndpointDefinitions
