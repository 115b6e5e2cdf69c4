import { createHash } from 'node:crypto'
import { APIError } from 'better-auth/api'
import { refuse } from '../../contract/refusals.ts'
import type { User } from '../../contract/identity/identity.ts'
import type { Context } from '../context.ts'
import type { Caller } from '../http/handlers.ts'
import { libraryHeaders } from './create-account.ts'
import { findUser } from './find-actor.ts'
import { identityProvider } from './identity-provider.ts'
import { countUse, forgetUses, requireUnused } from './rate-limit.ts'

const wrongPasswords = { windowSeconds: 300, max: 10 }

/** The limit's key of an account: a digest, so that the table of limits holds no addresses. */
function accountKey(email: string): string {
  return `wrong-password:${createHash('sha256').update(email.trim().toLowerCase()).digest('hex')}`
}

/**
 * Opens a session with a password and gives its Set-Cookie lines; `userId` is null where a second factor is wanted first, and the
 * cookies then carry the wait for it. Throws the library's error when the two do not match.
 */
export async function openSession(
  context: Context,
  caller: Caller,
  { email, password }: { email: string; password: string },
): Promise<{ userId: string | null; cookies: string[] }> {
  const { headers, response } = await identityProvider(context).api.signInEmail({
    body: { email, password },
    headers: libraryHeaders(caller),
    returnHeaders: true,
  })
  const waits = 'twoFactorRedirect' in response
  return { userId: waits ? null : response.user.id, cookies: headers.getSetCookie() }
}

/**
 * Signs in with email and password: a new session each time. Refuses as `wrong_credentials` with the same words whether the
 * account exists or not, and as `too_many_requests` after ten wrong passwords for one account in five minutes. The user is null
 * where a second factor is wanted first.
 */
export async function signIn(
  context: Context,
  caller: Caller,
  credentials: { email: string; password: string },
): Promise<{ user: User | null; cookies: string[] }> {
  const key = accountKey(credentials.email)
  await requireUnused(context, key, wrongPasswords)
  try {
    const { userId, cookies } = await openSession(context, caller, credentials)
    await forgetUses(context, key)
    return { user: userId === null ? null : await findUser(context, userId), cookies }
  } catch (error) {
    if (!(error instanceof APIError) || error.statusCode >= 500) throw error
    await countUse(context, key, wrongPasswords)
    return refuse('wrong_credentials')
  }
}
