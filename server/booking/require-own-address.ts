import { accountEmail, type User } from '../../contract/identity/identity.ts'
import { refuse } from '../../contract/refusals.ts'

/** Refuses as `not_allowed` unless the address is the signed-in user's own. Letter case does not count. */
export function requireOwnAddress(actor: User, address: string): void {
  if (accountEmail(address) !== accountEmail(actor.email)) refuse('not_allowed')
}
