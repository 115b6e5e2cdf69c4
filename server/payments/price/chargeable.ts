import { leastTotalCents } from '../../../contract/limits.ts'
import { refuse } from '../../../contract/refusals.ts'

/** Refuses as `extra_too_low` an extra amount that the card provider would not charge. */
export function requireChargeable(extraCents: number): void {
  if (extraCents < leastTotalCents) refuse('extra_too_low')
}

/** Refuses as `total_too_low` a rest that the card provider would not charge. */
export function requireEnough(restCents: number, field?: string): void {
  if (restCents < leastTotalCents) refuse('total_too_low', field === undefined ? {} : { field })
}
