import type { User } from '../../contract/identity/identity.ts'
import { isAllowed } from '../../contract/identity/permissions.ts'
import type { Context } from '../context.ts'

/**
 * Whether this person is of the staff, the installation requires a second factor of staff, and this session has passed none: then
 * they neither move money nor see payout details. One that is set up was passed in every session of theirs; a passkey is one in itself.
 */
export function lacksSecondFactor({ config }: Pick<Context, 'config'>, actor: User): boolean {
  if (!config.requireSecondFactor || isAllowed(actor.role, 'account.skipSecondFactor')) return false
  return !actor.secondFactor && !actor.byPasskey
}
