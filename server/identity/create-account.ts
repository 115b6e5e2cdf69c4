import { APIError } from 'better-auth/api'
import { refuse } from '../../contract/refusals.ts'
import { accountEmail, type User } from '../../contract/identity/identity.ts'
import type { Context } from '../context.ts'
import { betterAuthHeaders } from './sessions/better-auth-headers.ts'
import type { Device } from './sessions/device.ts'
import { toUser } from './sessions/find-signed-in.ts'
import { identityProvider } from './identity-provider.ts'
import { mailAccountExists } from './identity-mails.ts'
import { rememberDevice } from './sessions/known-device.ts'
import { isUnproven, recheckNewSession } from './sessions/recheck-new-session.ts'
import { consumeRateLimit, digestOf, giveBackUse, tryConsumeRateLimit } from './limits/rate-limit.ts'
import { requireGoodPassword } from './passwords/require-good-password.ts'

export type NewAccount = { name: string; email: string; password: string }

/**
 * A new account is signed in at once, so the reply reveals a taken address. This limit per network address
 * bounds enumeration.
 */
const takenPerAddress = { windowSeconds: 3600, max: 30 }
const noticesPerAccount = { windowSeconds: 3600, max: 1 }

/** Mails the owner of an address about an attempt to create another account with it, at most once an hour. */
export async function queueAccountExistsMail(context: Context, email: string): Promise<void> {
  const address = accountEmail(email)
  const key = `account-exists:${digestOf(address)}`
  if (await tryConsumeRateLimit(context, key, noticesPerAccount)) await mailAccountExists(context, address)
}

/**
 * Creates a customer's account, signs it in and mails the link that verifies the address. Refuses a password
 * against the policy, an unusable address as `account_not_created`, and after 30 of those in an hour from one
 * network address as `too_many_requests`. Returns the user and the session's Set-Cookie headers.
 */
export async function createAccount(
  context: Context,
  device: Device,
  account: NewAccount,
): Promise<{ user: User; cookies: string[] }> {
  requireGoodPassword(account.password, account.email)
  const takenKey = `sign-up-taken:${device.network}`
  await consumeRateLimit(context, takenKey, takenPerAddress)
  const provider = identityProvider(context)
  try {
    const { headers, response } = await provider.api.signUpEmail({
      body: { name: account.name, email: account.email, password: account.password },
      headers: betterAuthHeaders(device),
      returnHeaders: true,
    })
    await giveBackUse(context, takenKey)
    if (!(await recheckNewSession(context, headers.getSetCookie(), isUnproven)))
      return refuse('account_not_created', { field: 'email' })
    const cookies = [...headers.getSetCookie(), ...(await rememberDevice(context, device, response.user.id))]
    return { user: toUser({ ...response.user, role: 'customer', workplaces: [], onlyWorks: false }), cookies }
  } catch (error) {
    if (!(error instanceof APIError) || error.statusCode >= 500) {
      await giveBackUse(context, takenKey)
      throw error
    }
    // better-auth responds at once for a taken address; hashing makes both cases take the same time.
    const { password } = await provider.$context
    await password.hash(account.password)
    await queueAccountExistsMail(context, account.email)
    return refuse('account_not_created', { field: 'email' })
  }
}
