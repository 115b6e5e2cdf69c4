import { APIError } from 'better-auth/api'
import { refuse } from '../../contract/refusals.ts'
import { accountEmail, type User } from '../../contract/identity/identity.ts'
import type { Context } from '../context.ts'
import { betterAuthHeaders } from './better-auth-headers.ts'
import type { Device } from './device.ts'
import { toUser } from './find-actor.ts'
import { identityProvider } from './identity-provider.ts'
import { mailAccountExists } from './identity-mails.ts'
import { rememberDevice } from './known-device.ts'
import { countUse, digestOf, isUseLeft, requireUnused } from './rate-limit.ts'
import { requireGoodPassword } from './require-good-password.ts'

export type NewAccount = { name: string; email: string; password: string }

/** A new account is signed in at once, so its answer tells whether the address was taken. One network address may ask so often. */
const takenPerAddress = { windowSeconds: 3600, max: 30 }
const noticesPerAccount = { windowSeconds: 3600, max: 1 }

/** Tells the owner of an address that somebody tried to create another account with it, once in an hour at most. */
export async function tellAccountExists(context: Context, email: string): Promise<void> {
  const address = accountEmail(email)
  const key = `account-exists:${digestOf(address)}`
  if (await isUseLeft(context, key, noticesPerAccount)) await mailAccountExists(context, address)
}

/**
 * Makes a customer's account and signs it in, and mails the link that proves the address. Refuses a password against the policy, and
 * an address that cannot be used as `account_not_created`, after 30 of those in an hour from one network address as
 * `too_many_requests`. Returns the user and the session's Set-Cookie lines.
 */
export async function createAccount(
  context: Context,
  device: Device,
  account: NewAccount,
): Promise<{ user: User; cookies: string[] }> {
  requireGoodPassword(account.password, account.email)
  const takenKey = `sign-up-taken:${device.network}`
  await requireUnused(context.database.db, takenKey, takenPerAddress)
  const provider = identityProvider(context)
  try {
    const { headers, response } = await provider.api.signUpEmail({
      body: { name: account.name, email: account.email, password: account.password },
      headers: betterAuthHeaders(device),
      returnHeaders: true,
    })
    const cookies = [...headers.getSetCookie(), ...(await rememberDevice(context, device, response.user.id))]
    return { user: toUser({ ...response.user, role: 'customer' }), cookies }
  } catch (error) {
    if (!(error instanceof APIError) || error.statusCode >= 500) throw error
    // The library answers at once where the address is taken; with the hash it takes the time of an account that is made.
    const { password } = await provider.$context
    await password.hash(account.password)
    await countUse(context, takenKey, takenPerAddress)
    await tellAccountExists(context, account.email)
    return refuse('account_not_created', { field: 'email' })
  }
}
