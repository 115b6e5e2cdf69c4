import { APIError } from 'better-auth/api'
import { refuse } from '../../../contract/refusals.ts'
import type { User } from '../../../contract/identity/identity.ts'
import type { Context } from '../../context.ts'
import { betterAuthHeaders } from './better-auth-headers.ts'
import type { Device } from './device.ts'
import { findUser } from './find-signed-in.ts'
import { identityProvider } from '../identity-provider.ts'
import { rememberDevice } from './known-device.ts'
import { countAttempt } from '../limits/sign-in-attempts.ts'
import { findGrounds, recheckSession } from './recheck-session.ts'

/**
 * Opens a session with a password and returns its Set-Cookie headers; with a second factor `userId` is null
 * and the cookies carry the pending sign-in. Throws better-auth's error for a wrong password, and refuses as
 * `wrong_credentials` when the password or the second factor changed meanwhile.
 */
export async function openSession(
  context: Context,
  device: Device,
  { email, password }: { email: string; password: string },
): Promise<{ userId: string | null; cookies: string[] }> {
  const grounds = await findGrounds(context, email)
  const { headers, response } = await identityProvider(context).api.signInEmail({
    body: { email, password },
    headers: betterAuthHeaders(device),
    returnHeaders: true,
  })
  const cookies = headers.getSetCookie()
  if ('twoFactorRedirect' in response) return { userId: null, cookies }
  const session = { userId: response.user.id, token: response.token }
  if (!(await recheckSession(context, session, grounds))) return refuse('wrong_credentials')
  return {
    userId: response.user.id,
    cookies: [...cookies, ...(await rememberDevice(context, device, response.user.id))],
  }
}

/**
 * Signs in with email and password: a new session each time. Refuses as `wrong_credentials` with the same
 * sentence for existing and missing accounts, a disabled account with the correct password as
 * `auth/user-disabled`, and as `too_many_requests` after ten wrong passwords for one account in five minutes
 * or a hundred in a day, unless the device is known. The user is null when a second factor must follow.
 */
export async function signIn(
  context: Context,
  device: Device,
  credentials: { email: string; password: string },
): Promise<{ user: User | null; cookies: string[] }> {
  const tried = await countAttempt(context, device, credentials.email)
  try {
    const { userId, cookies } = await openSession(context, device, credentials)
    await tried.succeeded()
    return { user: userId === null ? null : await findUser(context, userId), cookies }
  } catch (error) {
    if (!(error instanceof APIError) || error.statusCode >= 500) {
      await tried.undecided()
      throw error
    }
    return refuse('wrong_credentials')
  }
}
