import { APIError } from 'better-auth/api'
import { findPasswordProblem } from '../../contract/identity/password-policy.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Role, User } from '../../contract/identity/identity.ts'
import type { Context } from '../context.ts'
import type { Caller } from '../http/handlers.ts'
import { isCommonPassword } from './common-passwords.ts'
import { toUser } from './find-actor.ts'
import { addressHeader, identityProvider } from './identity-provider.ts'

/** The headers that the identity library may see of a call. */
export function libraryHeaders(caller: Caller): Headers {
  const headers = new Headers({ [addressHeader]: caller.address })
  for (const name of ['cookie', 'user-agent']) {
    const value = caller.headers.get(name)
    if (value !== null) headers.set(name, value)
  }
  return headers
}

export type NewAccount = { name: string; email: string; password: string; role: Role }

/**
 * Makes an account with a password and signs it in. Refuses a password against the policy, and an address that cannot be
 * used as `account_not_created`. Returns the user and the session's Set-Cookie lines.
 */
export async function createAccount(
  context: Context,
  caller: Caller,
  account: NewAccount,
): Promise<{ user: User; cookies: string[] }> {
  const problem = findPasswordProblem(account.password, account.email, isCommonPassword)
  if (problem) {
    refuse('auth/password-does-not-meet-requirements', { sentence: problem, field: 'password' })
  }
  try {
    const { headers, response } = await identityProvider(context).api.signUpEmail({
      body: { name: account.name, email: account.email, password: account.password },
      headers: libraryHeaders(caller),
      returnHeaders: true,
    })
    if (account.role !== 'customer') {
      await context.database.db
        .updateTable('users')
        .set({ role: account.role })
        .where('id', '=', response.user.id)
        .execute()
    }
    return { user: toUser({ ...response.user, role: account.role }), cookies: headers.getSetCookie() }
  } catch (error) {
    if (error instanceof APIError && error.statusCode < 500) refuse('account_not_created', { field: 'email' })
    throw error
  }
}
