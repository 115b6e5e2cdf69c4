import { customerLimitNames, type RecordedLimitName } from '../../contract/booking/customer-limits.ts'
import { Refusal } from '../../contract/refusals.ts'
import { CardLimitReached } from '../payments/card-limits.ts'
import { ClaimsLapsed } from './lapsed-claims.ts'

/** The limit that a refusal stands for; null for any other error. */
export function refusedLimit(error: unknown): RecordedLimitName | null {
  if (error instanceof ClaimsLapsed) return 'lapsed_claims'
  if (error instanceof CardLimitReached) return error.limit
  if (!(error instanceof Refusal)) return null
  return customerLimitNames.find((name) => name === error.code) ?? null
}
