import { v7 as uuid } from 'uuid'
import type { Role } from '../../contract/identity/roles.ts'
import type { Queryable } from '../database/open-database.ts'

export type AccountToInsert = {
  name: string
  /** In lower case. */
  email: string
  /** As the identity library hashes it: that takes its time, so it is done before the transaction. */
  passwordHash: string
  role: Role
  emailVerified: boolean
}

/** Writes down an account with a password, as the identity library would. Returns its id; null where the address is taken, also by somebody at the same moment. */
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
