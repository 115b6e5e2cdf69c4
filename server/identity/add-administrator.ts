import { hashPassword } from 'better-auth/crypto'
import { accountEmail } from '../../contract/identity/identity.ts'
import { findPasswordProblem } from '../../contract/identity/password-policy.ts'
import type { Database } from '../database/open-database.ts'
import { isCommonPassword } from './passwords/common-passwords.ts'
import { insertAccount } from './insert-account.ts'

/** The existing account's address is not verified, so its creator may be a stranger. */
export class AddressNotProvenError extends Error {}

/**
 * Makes the account of this address an administrator; without an account it creates one with the password. An
 * existing account keeps its own password. Throws a plain sentence when the account is missing and the
 * password breaks the policy, and `AddressNotProvenError` when the account's address is not verified: its
 * creator may be a stranger.
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
    // A concurrently starting process created it.
    if ((await insertAccount(tx, account)) === null) return 'unchanged'
    return 'created'
  })
}
