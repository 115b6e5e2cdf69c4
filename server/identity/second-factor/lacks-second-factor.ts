import type { User } from '../../../contract/identity/identity.ts'
import { isAllowed, scopeOf, type Action } from '../../../contract/identity/permissions.ts'
import type { Standing } from '../../../contract/identity/roles.ts'
import { standingsOf } from '../../../contract/identity/workplaces.ts'
import type { Context } from '../../context.ts'

const skipsFactor = (standing: Standing) => isAllowed(standing, 'account.skipSecondFactor')

/** Every session of an account with a second factor has passed it; a passkey counts as one. */
function hasFactor({ secondFactor, byPasskey }: User): boolean {
  return secondFactor || byPasskey
}

/** Whether a member of staff has no second factor although the installation requires one of staff. */
export function isStaffWithoutFactor({ config }: Pick<Context, 'config'>, user: User): boolean {
  return config.requireSecondFactor && !hasFactor(user) && !standingsOf(user).every(skipsFactor)
}

/** Whether a user lacks the second factor that the installation requires of staff for an action. */
export function lacksSecondFactor({ config }: Pick<Context, 'config'>, user: User, action: Action): boolean {
  if (!config.requireSecondFactor || hasFactor(user)) return false
  const acting = standingsOf(user).filter((standing) => scopeOf(standing, action) !== 'none')
  return !acting.some(skipsFactor)
}
