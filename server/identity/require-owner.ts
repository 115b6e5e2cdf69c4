import { refuse } from '../../contract/refusals.ts'
import type { User } from '../../contract/identity/identity.ts'
import type { Context } from '../context.ts'
import type { Device } from './device.ts'
import { identityProvider } from './identity-provider.ts'
import { countUse, forgetUses } from './rate-limit.ts'
import { readSession } from './read-session.ts'

const tries = { windowSeconds: 300, max: 10 }
const recentMilliseconds = 10 * 60 * 1000

/**
 * Makes sure that the owner of the account asks, not whoever found the page open: by the password, or where there is none by a
 * sign-in of the last ten minutes. Refuses as `wrong_password` (at `field`), as `requireRecentSignIn` does, and as
 * `too_many_requests` after ten wrong passwords in five minutes.
 */
export async function requireOwner(
  context: Context,
  actor: User,
  device: Device,
  password: string | undefined,
  field = 'password',
): Promise<void> {
  const credential = await context.database.db
    .selectFrom('accounts')
    .select('password')
    .where('user_id', '=', actor.id)
    .where('provider_id', '=', 'credential')
    .executeTakeFirst()
  if (credential?.password != null) {
    if (password === undefined) return refuse('wrong_password', { field })
    const key = `own-password:${actor.id}`
    await countUse(context, key, tries)
    const { password: crypto } = await identityProvider(context).$context
    if (!(await crypto.verify({ hash: credential.password, password })))
      return refuse('wrong_password', { field })
    await forgetUses(context, key)
    return
  }
  await requireRecentSignIn(context, device)
}

/**
 * Refuses a session that was opened more than ten minutes ago as `auth/requires-recent-login`, and one that has ended since the
 * request began as `not_signed_in`.
 */
export async function requireRecentSignIn(context: Context, device: Device): Promise<void> {
  const session = await readSession(context, device.cookies)
  if (!session) return refuse('not_signed_in')
  if (Date.now() - session.createdAt.getTime() > recentMilliseconds) refuse('auth/requires-recent-login')
}
