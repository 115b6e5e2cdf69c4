import { isAllowed } from '../../../contract/identity/permissions.ts'
import type { Context } from '../../context.ts'
import type { Actor } from '../sessions/shop-scope.ts'

/**
 * Whether this staff member lacks the second factor that the installation requires: they may then use the
 * account page alone. Every session of an account with a second factor has passed it; a passkey counts as
 * one.
 */
export function lacksSecondFactor({ config }: Pick<Context, 'config'>, actor: Actor): boolean {
  if (!config.requireSecondFactor || isAllowed(actor.standing, 'account.skipSecondFactor')) return false
  return !actor.secondFactor && !actor.byPasskey
}
