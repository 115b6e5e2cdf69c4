import { createHash } from 'node:crypto'
import { APIError } from 'better-auth/api'
import { refuse } from '../../contract/refusals.ts'
import type { User } from '../../contract/identity/identity.ts'
import type { Context } from '../context.ts'
import type { Caller } from '../http/handlers.ts'
import { libraryHeaders } from './create-account.ts'
import { findUser } from './find-actor.ts'
import { identityProvider } from './identity-provider.ts'
import { findKnownDevice, rememberDevice } from './known-device.ts'
import { countUse, forgetUses, requireUnused } from './rate-limit.ts'

/** Tries of one account, and of one device that is known for it. A right password begins anew. */
const tries = { windowSeconds: 300, max: 10 }
const triesOfDay = { windowSeconds: 86_400, max: 100 }
/** Of one network address, where many people may sit behind one: every call, and those with a wrong password. */
const callsPerAddress = { windowSeconds: 60, max: 300 }
const wrongPerAddress = { windowSeconds: 900, max: 100 }

/** A digest, so that the table of limits holds no addresses. */
function digestOf(email: string): string {
  return createHash('sha256').update(email.trim().toLowerCase()).digest('hex')
}

function accountKeys(email: string): { now: string; day: string } {
  const digest = digestOf(email)
  return { now: `wrong-password:${digest}`, day: `wrong-password-of-day:${digest}` }
}

/** After a reset by mail the owner need not wait for the end of what others tried. */
export async function forgetTries(context: Context, email: string): Promise<void> {
  const { now, day } = accountKeys(email)
  await forgetUses(context, now)
  await forgetUses(context, day)
}

type Tried = { succeeded(): Promise<void>; failed(): Promise<void> }

/**
 * Counts a try before it is made, so that many at the same moment are no more than one after another. On a known device only that
 * device's own tries count: what others do to the account or from the same network address does not keep its owner out.
 */
async function countTry(context: Context, caller: Caller, email: string): Promise<Tried> {
  const device = await findKnownDevice(context, caller, email)
  if (device !== null) {
    const key = `wrong-password-device:${device}`
    await countUse(context, key, tries)
    return { succeeded: () => forgetUses(context, key), failed: async () => undefined }
  }
  const { now, day } = accountKeys(email)
  const wrongKey = `wrong-password-from:${caller.address}`
  await countUse(context, `sign-in:${caller.address}`, callsPerAddress)
  await requireUnused(context, wrongKey, wrongPerAddress)
  await countUse(context, now, tries)
  await countUse(context, day, triesOfDay)
  return {
    succeeded: () => forgetTries(context, email),
    failed: () => countUse(context, wrongKey, wrongPerAddress),
  }
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
  const cookies = headers.getSetCookie()
  if ('twoFactorRedirect' in response) return { userId: null, cookies }
  return {
    userId: response.user.id,
    cookies: [...cookies, ...(await rememberDevice(context, caller, response.user.id))],
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
  caller: Caller,
  credentials: { email: string; password: string },
): Promise<{ user: User | null; cookies: string[] }> {
  const tried = await countTry(context, caller, credentials.email)
  try {
    const { userId, cookies } = await openSession(context, caller, credentials)
    await tried.succeeded()
    return { user: userId === null ? null : await findUser(context, userId), cookies }
  } catch (error) {
    if (!(error instanceof APIError) || error.statusCode >= 500) throw error
    await tried.failed()
    return refuse('wrong_credentials')
  }
}
