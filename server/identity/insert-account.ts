import { v7 as uuid } from 'uuid'
import type { Role } from '../../contract/identity/roles.ts'
import type { Queryable } from '../database/open-database.ts'

export type AccountToInsert = {
  name: string
  /** Lower case. */
  email: string
  /** As better-auth hashes it; null for none. Hashing is slow, so it happens before the transaction. */
  passwordHash: string | null
  role: Role
  emailVerified: boolean
}

/**
 * Inserts an account, as better-auth would. Returns its id; null when the address is taken, also by a
 * concurrent insert.
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
  if (passwordHash !== null) await insertPassword(tx, id, passwordHash)
  return id
}

/** Inserts the first password of an account. Returns false when it has one. */
export async function insertPassword(tx: Queryable, userId: string, passwordHash: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows: inserted } = await tx
    .insertInto('accounts')
    .values({
      id: uuid(),
      user_id: userId,
      provider_id: 'credential',
      account_id: userId,
      password: passwordHash,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return Boolean(inserted)
}
