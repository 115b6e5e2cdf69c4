import { v7 as uuid } from 'uuid'
import type { Role } from '../../contract/identity/roles.ts'
import type { Queryable } from '../database/open-database.ts'

export type AccountToInsert = {
  name: string
  /** Lower case. */
  email: string
  /** As better-auth hashes it. Hashing is slow, so it happens before the transaction. */
  passwordHash: string
  role: Role
  emailVerified: boolean
}

/**
 * Inserts an account with a password, as better-auth would. Returns its id; null when the address is taken,
 * also by a concurrent insert.
 */
export async function insertAccount(
  tx: Queryable,
  { name, email, passwordHash, role, emailVerified }: AccountToInsert,
): Promise<string | null> {
  const id = uuid()
  const { numInsertedOrUpdatedRows: inserted } = await tx
    .insertInto('users')
    .values({ id, email, name, image: null, email_verified: emailVerified, role })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  if (!inserted) return null
  await tx
    .insertInto('accounts')
    .values({ id: uuid(), user_id: id, provider_id: 'credential', account_id: id, password: passwordHash })
    .execute()
  return id
}
