import { refuse } from '../../../contract/refusals.ts'
import type { Context } from '../../context.ts'

/**
 * Stands before every session that the identity library opens, whichever way in it was: refuses a disabled account as
 * `auth/user-disabled`. By then the person has shown that it is theirs, so nobody else learns of it.
 */
export function refuseDisabledAccount(context: Context) {
  return async ({ userId }: { userId: string }): Promise<void> => {
    const user = await context.database.db
      .selectFrom('users')
      .select('disabled_at')
      .where('id', '=', userId)
      .executeTakeFirst()
    if (user?.disabled_at) refuse('auth/user-disabled')
  }
}
