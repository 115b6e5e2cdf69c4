import { accountEmail } from '../../../contract/identity/identity.ts'
import type { Context } from '../../context.ts'

/** The password hash and second factor at the time of a sign-in. */
export type Grounds = { passwordHash: string | null; secondFactor: boolean }

/** Reads the grounds before a sign-in, with the same query for existing and missing accounts. */
export async function findGrounds(context: Context, email: string): Promise<Grounds> {
  const row = await context.database.db
    .selectFrom('users as u')
    .innerJoin('accounts as a', 'a.user_id', 'u.id')
    .select(['a.password', 'u.two_factor_enabled'])
    .where('u.email', '=', accountEmail(email))
    .where('a.provider_id', '=', 'credential')
    .executeTakeFirst()
  return { passwordHash: row?.password ?? null, secondFactor: row?.two_factor_enabled ?? false }
}

/**
 * Rechecks a newly opened session. A new password or second factor ends the existing sessions; this one may
 * have been opened a moment later on outdated grounds. Waits for a concurrent change, and ends a session
 * whose grounds have changed.
 */
export async function recheckSession(
  context: Context,
  { userId, token }: { userId: string; token: string },
  { passwordHash, secondFactor }: Grounds,
): Promise<boolean> {
  const { db } = context.database
  const same = await db
    .selectFrom('users as u')
    .innerJoin('accounts as a', 'a.user_id', 'u.id')
    .select('u.id')
    .where('u.id', '=', userId)
    .where('u.two_factor_enabled', '=', secondFactor)
    .where('a.provider_id', '=', 'credential')
    .where('a.password', '=', passwordHash)
    .forShare()
    .executeTakeFirst()
  if (same) return true
  await db.deleteFrom('sessions').where('token', '=', token).execute()
  return false
}
