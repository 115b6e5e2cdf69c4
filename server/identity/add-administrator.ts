import { hashPassword } from 'better-auth/crypto'
import { v7 as uuid } from 'uuid'
import { findPasswordProblem } from '../../contract/identity/password-policy.ts'
import type { Database } from '../database/open-database.ts'
import { isCommonPassword } from './common-passwords.ts'

/**
 * Makes the account of this address an administrator, creating it with the password when there is none. An account that
 * exists keeps its own password. Throws a plain sentence when the account is missing and the password is not good enough.
 */
export async function addAdministrator(
  { db }: Database,
  address: string,
  password: string | undefined,
): Promise<'created' | 'promoted' | 'unchanged'> {
  const email = address.trim().toLowerCase()
  return db.transaction().execute(async (tx) => {
    const existing = await tx
      .selectFrom('users')
      .select(['id', 'role'])
      .where('email', '=', email)
      .executeTakeFirst()
    if (existing) {
      if (existing.role === 'administrator') return 'unchanged'
      await tx.updateTable('users').set({ role: 'administrator' }).where('id', '=', existing.id).execute()
      return 'promoted'
    }
    if (password === undefined)
      throw new Error(`There is no account for ${email}: give a password to create one.`)
    const problem = findPasswordProblem(password, email, isCommonPassword)
    if (problem) throw new Error(`The administrator's password will not do: ${problem}`)
    const id = uuid()
    const inserted = await tx
      .insertInto('users')
      .values({ id, email, name: 'Administrator', image: null, email_verified: true, role: 'administrator' })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    // Two processes may start at once: the other one made it.
    if (!inserted.numInsertedOrUpdatedRows) return 'unchanged'
    await tx
      .insertInto('accounts')
      .values({
        id: uuid(),
        user_id: id,
        provider_id: 'credential',
        account_id: id,
        password: await hashPassword(password),
      })
      .execute()
    return 'created'
  })
}
