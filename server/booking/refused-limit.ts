import { customerLimitNames, type CustomerLimitName } from '../../contract/booking/customer-limits.ts'
import { Refusal } from '../../contract/refusals.ts'
import { ClaimsLapsed } from './lapsed-claims.ts'

/** The limit that a refusal stands for; null for any other error. */
export function refusedLimit(error: unknown): CustomerLimitName | null {
  if (error instanceof ClaimsLapsed) return 'lapsed_claims'
  if (!(error instanceof Refusal)) return null
  return customerLimitNames.find((name) => name === error.code) ?? null
}
