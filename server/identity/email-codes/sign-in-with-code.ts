import { accountEmail, type User } from '../../../contract/identity/identity.ts'
import { refuse, Refusal } from '../../../contract/refusals.ts'
import type { Context } from '../../context.ts'
import { identityProvider } from '../identity-provider.ts'
import { betterAuthHeaders } from '../sessions/better-auth-headers.ts'
import type { Device } from '../sessions/device.ts'
import { findUser } from '../sessions/find-signed-in.ts'
import { rememberDevice } from '../sessions/known-device.ts'
import { countCodeTry } from './code-limits.ts'
import { consumeCode, type TriedCode } from './consume-code.ts'
import { proveByCode, type ProvenCustomer } from './prove-by-code.ts'

/**
 * Rechecks a newly opened session: the account may have got a second factor, another role or a block after it
 * was read. Waits for a concurrent change, and ends the session of a changed account.
 */
async function isStillAllowed(
  context: Context,
  { id, secondFactor }: ProvenCustomer,
  token: string,
): Promise<boolean> {
  const { db } = context.database
  const same = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('role', '=', 'customer')
    .where('email_verified', '=', true)
    .where('disabled_at', 'is', null)
    .where('two_factor_enabled', '=', secondFactor)
    .forShare()
    .executeTakeFirst()
  if (same) return true
  await db.deleteFrom('sessions').where('token', '=', token).execute()
  return false
}

/**
 * Signs in with a mailed code, and creates the customer's account if the address has none. Returns the
 * session's Set-Cookie headers; the user is null when a second factor must follow. Refuses as `consumeCode`
 * and `proveByCode` do, and as `too_many_requests` after a hundred wrong codes from one network address in 15
 * minutes.
 */
export async function signInWithCode(
  context: Context,
  device: Device,
  tried: TriedCode,
): Promise<{ user: User | null; cookies: string[] }> {
  const takeBack = await countCodeTry(context, device)
  try {
    await consumeCode(context, tried)
  } catch (error) {
    // An outage says nothing about the code.
    if (!(error instanceof Refusal)) await takeBack()
    throw error
  }
  await takeBack()
  const customer = await proveByCode(context, accountEmail(tried.email))
  const { headers, response } = await identityProvider(context).api.signInProven({
    body: { userId: customer.id },
    headers: betterAuthHeaders(device),
    returnHeaders: true,
  })
  const cookies = headers.getSetCookie()
  if ('twoFactorRedirect' in response) return { user: null, cookies }
  if (!(await isStillAllowed(context, customer, response.token)))
    return refuse('auth/code-expired', { field: 'code' })
  return {
    user: await findUser(context, customer.id),
    cookies: [...cookies, ...(await rememberDevice(context, device, customer.id))],
  }
}
