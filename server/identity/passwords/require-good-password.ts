import { findPasswordProblem } from '../../../contract/identity/password-policy.ts'
import { refuse } from '../../../contract/refusals.ts'
import { isCommonPassword } from './common-passwords.ts'

/**
 * Refuses a password against the policy as `auth/password-does-not-meet-requirements`, with the rule it
 * breaks.
 */
export function requireGoodPassword(password: string, email: string): void {
  const problem = findPasswordProblem(password, email, isCommonPassword)
  if (problem) {
    refuse('auth/password-does-not-meet-requirements', { sentence: problem, field: 'password' })
  }
}
