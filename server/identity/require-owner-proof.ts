import { refuse } from '../../contract/refusals.ts'
import type { User } from '../../contract/identity/identity.ts'
import type { Context } from '../context.ts'
import type { Device } from './sessions/device.ts'
import { identityProvider } from './identity-provider.ts'
import { consumeRateLimit, resetRateLimit } from './limits/rate-limit.ts'
import { readSession } from './sessions/read-session.ts'

const attemptLimit = { windowSeconds: 300, max: 10 }
const recentMilliseconds = 10 * 60 * 1000

/**
 * Requires proof that the account's owner makes the request, not a passer-by at an open page: the password,
 * or for an account without one a sign-in of the last ten minutes. Refuses as `wrong_password` (at `field`),
 * as `requireRecentSignIn` does, and as `too_many_requests` after ten wrong passwords in five minutes.
 */
export async function requireOwnerProof(
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
    await consumeRateLimit(context, key, attemptLimit)
    const { password: crypto } = await identityProvider(context).$context
    if (!(await crypto.verify({ hash: credential.password, password })))
      return refuse('wrong_password', { field })
    await resetRateLimit(context, key)
    return
  }
  await requireRecentSignIn(context, device)
}

/**
 * Refuses a session opened more than ten minutes ago as `auth/requires-recent-login`, and one that ended
 * during the request as `not_signed_in`.
 */
export async function requireRecentSignIn(context: Context, device: Device): Promise<void> {
  const session = await readSession(context, device.cookies)
  if (!session) return refuse('not_signed_in')
  if (Date.now() - session.createdAt.getTime() > recentMilliseconds) refuse('auth/requires-recent-login')
}
