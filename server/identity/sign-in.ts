import { APIError } from 'better-auth/api'
import { refuse } from '../../contract/refusals.ts'
import type { User } from '../../contract/identity/identity.ts'
import type { Context } from '../context.ts'
import { betterAuthHeaders } from './better-auth-headers.ts'
import type { Device } from './device.ts'
import { findUser } from './find-actor.ts'
import { identityProvider } from './identity-provider.ts'
import { rememberDevice } from './known-device.ts'
import { countTry } from './sign-in-tries.ts'
import { findGrounds, stillHolds } from './still-holds.ts'

/**
 * Opens a session with a password and gives its Set-Cookie lines; `userId` is null where a second factor is wanted first, and the
 * cookies then carry the wait for it. Throws the library's error when the two do not match, and refuses as `wrong_credentials` where the
 * password or the second factor changed meanwhile.
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
  if (!(await stillHolds(context, session, grounds))) return refuse('wrong_credentials')
  return {
    userId: response.user.id,
    cookies: [...cookies, ...(await rememberDevice(context, device, response.user.id))],
  }
}

/**
 * Signs in with email and password: a new session each time. Refuses as `wrong_credentials` with the same words whether the
 * account exists or not, a disabled account as `auth/user-disabled` to whoever knows its password, and as `too_many_requests`
 * after ten wrong passwords for one account in five minutes or a hundred in a day, unless the device is known. The user is null
 * where a second factor is wanted first.
 */
export async function signIn(
  context: Context,
  device: Device,
  credentials: { email: string; password: string },
): Promise<{ user: User | null; cookies: string[] }> {
  const tried = await countTry(context, device, credentials.email)
  try {
    const { userId, cookies } = await openSession(context, device, credentials)
    await tried.succeeded()
    return { user: userId === null ? null : await findUser(context, userId), cookies }
  } catch (error) {
    if (!(error instanceof APIError) || error.statusCode >= 500) throw error
    await tried.failed()
    return refuse('wrong_credentials')
  }
}
