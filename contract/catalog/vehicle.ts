import * as z from 'zod/mini'
import { vinSentence } from './vehicles.ts'
import { atMost, matching, shownText } from '../text.ts'

/** A vehicle in a request. The year may be a string of digits; an empty VIN means none. */
export const vehicleInput = z.strictObject({
  year: z.union(
    [z.int().check(z.minimum(0), z.maximum(9999)), matching(/^\d{4}$/, 4, 'Please select a year')],
    'Please select a year',
  ),
  make: shownText(40, 'Please select a manufacturer'),
  model: shownText(40, 'Please select a model'),
  vin: z.optional(
    z.nullable(
      z
        .string()
        .check(z.trim(), atMost(17, vinSentence), z.regex(/^$|^[A-HJ-NPR-Za-hj-npr-z0-9]{17}$/, vinSentence)),
    ),
  ),
})

/** A vehicle in a reply. */
export const vehicle = z.object({
  year: z.int(),
  make: z.string(),
  model: z.string(),
  vin: z.nullable(z.string()),
})
export type Vehicle = z.infer<typeof vehicle>
