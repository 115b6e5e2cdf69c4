import { matching } from '../text.ts'

/** `activation_only`: the car may only need its own CarPlay switched on, which is no purchase. */
export const fitmentOutcomes = [
  'fits',
  'fits_with_condition',
  'does_not_fit',
  'needs_review',
  'activation_only',
] as const
export type FitmentOutcome = (typeof fitmentOutcomes)[number]

/**
 * Names of generations, head units, questions and rules. They are keys of objects, which have a `constructor`
 * of their own.
 */
export const fitmentId = matching(/^(?!constructor$)[a-z0-9][a-z0-9/.-]{0,119}$/, 120)
