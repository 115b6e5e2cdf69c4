import { hashPassword } from 'better-auth/crypto'
import { accountEmail } from '../../contract/identity/identity.ts'
import { findPasswordProblem } from '../../contract/identity/password-policy.ts'
import type { Database } from '../database/open-database.ts'
import { isCommonPassword } from './passwords/common-passwords.ts'
import { insertAccount } from './insert-account.ts'

/** An account that anybody may have made with that address. */
export class AddressNotProvenError extends Error {}

/**
 * Makes the account of this address an administrator, creating it with the password when there is none. An account that
 * exists keeps its own password. Throws a plain sentence when the account is missing and the password is not good enough, and
 * `AddressNotProvenError` where the address of the account is not proven: it may be of somebody who only typed it.
 */
export async function addAdministrator(
  { transaction }: Database,
  address: string,
  password: string | undefined,
): Promise<'created' | 'promoted' | 'unchanged'> {
  const email = accountEmail(address)
  return transaction(async (tx) => {
    const existing = await tx
      .selectFrom('users')
      .select(['id', 'role', 'email_verified'])
      .where('email', '=', email)
      .executeTakeFirst()
    if (existing) {
      if (existing.role === 'administrator') return 'unchanged'
      if (!existing.email_verified)
        throw new AddressNotProvenError(
          `The account of ${email} has not confirmed its address, so anybody may have made it. Please confirm it by the mailed link, or set a new password with "Forgot password?", then try again.`,
        )
      await tx.updateTable('users').set({ role: 'administrator' }).where('id', '=', existing.id).execute()
      return 'promoted'
    }
    if (password === undefined)
      throw new Error(`There is no account for ${email}: give a password to create one.`)
    const problem = findPasswordProblem(password, email, isCommonPassword)
    if (problem) throw new Error(`The administrator's password will not do: ${problem}`)
    const passwordHash = await hashPassword(password)
    const account = {
      name: 'Administrator',
      email,
      passwordHash,
      role: 'administrator',
      emailVerified: true,
    } as const
    // Two processes may start at once: the other one made it.
    if ((await insertAccount(tx, account)) === null) return 'unchanged'
    return 'created'
  })
}
