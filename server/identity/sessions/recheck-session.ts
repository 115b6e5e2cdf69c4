import { accountEmail } from '../../../contract/identity/identity.ts'
import type { Context } from '../../context.ts'

/** What a sign-in with a password was judged by. */
export type Grounds = { passwordHash: string | null; secondFactor: boolean }

/** The grounds as they are before a sign-in; the same question whether there is an account or not. */
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
 * Whether a session that was just opened may stay: a new password or second factor ends the sessions there are, and this one may have
 * come a moment after, on the grounds of a moment before. Waits for whoever is changing them; ends the session otherwise.
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
