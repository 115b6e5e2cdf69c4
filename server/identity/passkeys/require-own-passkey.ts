import { refuse } from '../../../contract/refusals.ts'
import type { Context } from '../../context.ts'
import type { Actor } from '../sessions/shop-scope.ts'
import { isStaffWithoutFactor } from '../second-factor/lacks-second-factor.ts'

/**
 * Where staff need a second factor, staff with a passkey must have used it to sign in before they add or
 * remove a factor; otherwise the password alone would suffice. Refuses as `auth/multi-factor-auth-required`.
 */
export async function requireOwnPasskey(context: Context, actor: Actor): Promise<void> {
  if (!isStaffWithoutFactor(context, actor)) return
  const passkey = await context.database.db
    .selectFrom('passkeys')
    .select('id')
    .where('user_id', '=', actor.id)
    .executeTakeFirst()
  if (passkey)
    refuse('auth/multi-factor-auth-required', {
      sentence: 'Your account has a passkey. Please log out and sign in with it to do this.',
    })
}
