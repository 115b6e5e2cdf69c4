import { APIError } from 'better-auth/api'
import { refuse } from '../../contract/refusals.ts'
import type { User } from '../../contract/identity/identity.ts'
import type { Context } from '../context.ts'
import type { Caller } from '../http/handlers.ts'
import { toUser } from './find-actor.ts'
import { addressHeader, identityProvider } from './identity-provider.ts'
import { requireGoodPassword } from './require-good-password.ts'

/** The headers that the identity library may see of a call. */
export function libraryHeaders(caller: Caller): Headers {
  const headers = new Headers({ [addressHeader]: caller.address })
  for (const name of ['cookie', 'user-agent']) {
    const value = caller.headers.get(name)
    if (value !== null) headers.set(name, value)
  }
  return headers
}

export type NewAccount = { name: string; email: string; password: string }

/**
 * Makes a customer's account and signs it in. Refuses a password against the policy, and an address that cannot be
 * used as `account_not_created`. Returns the user and the session's Set-Cookie lines.
 */
export async function createAccount(
  context: Context,
  caller: Caller,
  account: NewAccount,
): Promise<{ user: User; cookies: string[] }> {
  requireGoodPassword(account.password, account.email)
  try {
    const { headers, response } = await identityProvider(context).api.signUpEmail({
      body: { name: account.name, email: account.email, password: account.password },
      headers: libraryHeaders(caller),
      returnHeaders: true,
    })
    return { user: toUser({ ...response.user, role: 'customer' }), cookies: headers.getSetCookie() }
  } catch (error) {
    if (error instanceof APIError && error.statusCode < 500) refuse('account_not_created', { field: 'email' })
    throw error
  }
}
