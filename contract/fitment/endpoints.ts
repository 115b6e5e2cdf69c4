import * as z from 'zod/mini'
import type { EndpointDefinitions } from '../endpoint-definition.ts'
import { vehicleInput } from '../catalog/vehicle.ts'
import { atMost, matching } from '../text.ts'
import { packageFitment } from './package-fitment.ts'

const answersSentence = 'Please give the answers as id:value, separated by commas'

/** 'bmw-screen:wide,has-carplay:not-sure' */
const answerList = matching(
  /^(?:[a-z0-9/.-]{1,120}:[a-z0-9/.-]{1,120}(?:,(?!$)|$)){0,6}$/,
  1500,
  answersSentence,
)

/** `year`, `make` and `model` may be left out when a VIN names them. */
export const fitmentQuery = z.strictObject({
  year: z.optional(vehicleInput.shape.year),
  make: z.optional(vehicleInput.shape.make),
  model: z.optional(vehicleInput.shape.model),
  vin: z.optional(z.string().check(atMost(40))),
  answers: z.optional(answerList),
})

export const shownQuestion = z.object({
  id: z.string(),
  text: z.string(),
  /** The packages whose verdict an answer can change. */
  productIds: z.array(z.int()),
  answers: z.array(z.object({ value: z.string(), text: z.string(), picture: z.nullable(z.string()) })),
})
export type ShownQuestion = z.infer<typeof shownQuestion>

export const fitmentReply = z.object({
  /**
   * The vehicle that was checked; `generation` and `chassis` are null while several are possible or none is
   * known.
   */
  vehicle: z.object({
    year: z.nullable(z.int()),
    make: z.nullable(z.string()),
    model: z.nullable(z.string()),
    generation: z.nullable(z.string()),
    chassis: z.nullable(z.string()),
  }),
  /** Whether the car is known to have both CarPlay and Android Auto from the factory. */
  hasFactoryCarPlay: z.boolean(),
  /** Empty while year, make or model is missing. */
  packages: z.array(packageFitment),
  question: z.nullable(shownQuestion),
  /** To send with an order. */
  ruleVersion: z.int(),
  /** A sentence about the VIN that needs the customer's attention; null without one. */
  vinNote: z.nullable(z.string()),
  /** The vehicle of a VIN that disagrees with the chosen one, as far as it can be read. */
  vinVehicle: z.nullable(
    z.object({ year: z.optional(z.int()), make: z.optional(z.string()), model: z.optional(z.string()) }),
  ),
  /** The sentence about a VIN whose car was sold under another name; null for every other VIN. */
  vinNotSold: z.nullable(z.string()),
})
export type FitmentReply = z.infer<typeof fitmentReply>

export const fitmentEndpoints = {
  'fitment.check': {
    summary:
      'Which packages fit a car, and the question that would tell more. Public; never logged with a VIN',
    query: fitmentQuery,
    reply: fitmentReply,
    refusals: ['vehicle_not_supported', 'fitment_answers_unknown'],
  },
} as const satisfies EndpointDefinitions
