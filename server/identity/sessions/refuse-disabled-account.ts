import { isRole } from '../../../contract/identity/roles.ts'
import { refuse } from '../../../contract/refusals.ts'
import type { Context } from '../../context.ts'

/**
 * Runs before better-auth opens any session: refuses a disabled account, and one with an unknown role, as
 * `auth/user-disabled`. The person has authenticated by then, so outsiders do not learn of it.
 */
export function refuseDisabledAccount(context: Context) {
  return async ({ userId }: { userId: string }): Promise<void> => {
    const user = await context.database.db
      .selectFrom('users')
      .select(['disabled_at', 'role'])
      .where('id', '=', userId)
      .executeTakeFirst()
    if (user && (user.disabled_at || !isRole(user.role))) refuse('auth/user-disabled')
  }
}
