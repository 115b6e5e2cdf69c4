import { refuse } from '../../../contract/refusals.ts'
import type { Context } from '../../context.ts'
import type { Queryable } from '../../database/open-database.ts'
import { mailSignInRemoved } from '../identity-mails.ts'
import { insertAccount } from '../insert-account.ts'
import { endLinkedSignIns, endPasskeys, endSecondFactor, endSessions } from '../revoke-credentials.ts'

async function lockUser(tx: Queryable, email: string) {
  return tx
    .selectFrom('users')
    .select(['id', 'email', 'role', 'email_verified', 'disabled_at', 'two_factor_enabled'])
    .where('email', '=', email)
    .forUpdate()
    .executeTakeFirst()
}

type LockedUser = NonNullable<Awaited<ReturnType<typeof lockUser>>>

/** A customer's account with a proven address, and neither name nor password. Null when there is one. */
async function insertCustomer(tx: Queryable, email: string): Promise<string | null> {
  return insertAccount(tx, { name: '', email, passwordHash: null, role: 'customer', emailVerified: true })
}

async function removePassword(tx: Queryable, userId: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('accounts')
    .where('user_id', '=', userId)
    .where('provider_id', '=', 'credential')
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/**
 * Proves the address of an account that a stranger may have created. Removes its credentials, as a password
 * reset does, and its name and photo. No new password replaces the old one here, so the old one goes too, and
 * a mail tells the owner.
 */
async function proveAndRevoke(tx: Queryable, context: Context, user: LockedUser): Promise<void> {
  const linked = await endLinkedSignIns(tx, user.id)
  const passkeys = await endPasskeys(tx, user.id)
  await endSecondFactor(tx, user.id)
  await endSessions(tx, user.id)
  const hadPassword = await removePassword(tx, user.id)
  if (hadPassword || linked + passkeys > 0) await mailSignInRemoved(context, user, { tx })
  const taken = { email_verified: true, name: '', image: null }
  await tx.updateTable('users').set(taken).where('id', '=', user.id).execute()
}

/**
 * Whether a sign-up with a password is half done: the library commits the user first and the password later.
 * Without this check a stranger's password would arrive in an account that the code has proven.
 */
async function isHalfCreated(tx: Queryable, userId: string): Promise<boolean> {
  const signIn = await tx.selectFrom('accounts').select('id').where('user_id', '=', userId).executeTakeFirst()
  return signIn === undefined
}

/** A customer with a proven address. */
export type ProvenCustomer = { id: string; secondFactor: boolean }

/**
 * The customer's account of an address that a code has just proven; without an account it creates
 * one. Refuses a disabled account as `auth/user-disabled`, and as `auth/code-expired` an account that became
 * a staff account after its code was mailed.
 */
export async function proveByCode(context: Context, email: string): Promise<ProvenCustomer> {
  return context.database.transaction(async (tx) => {
    let user = await lockUser(tx, email)
    if (!user) {
      const id = await insertCustomer(tx, email)
      if (id !== null) return { id, secondFactor: false }
      // A concurrent sign-up was first.
      user = await lockUser(tx, email)
    }
    if (!user) return refuse('unavailable')
    if (user.role !== 'customer') return refuse('auth/code-expired', { field: 'code' })
    if (user.disabled_at) return refuse('auth/user-disabled')
    if (user.email_verified) return { id: user.id, secondFactor: user.two_factor_enabled }
    if (await isHalfCreated(tx, user.id)) {
      await tx.deleteFrom('users').where('id', '=', user.id).execute()
      return { id: (await insertCustomer(tx, email)) ?? refuse('unavailable'), secondFactor: false }
    }
    await proveAndRevoke(tx, context, user)
    return { id: user.id, secondFactor: false }
  })
}
