import type { SocialProvider } from '../../../contract/identity/social-sign-in.ts'
import type { Context } from '../../context.ts'
import type { Queryable } from '../../database/open-database.ts'
import { readSession } from './read-session.ts'
import { readSessionToken } from './session-cookie.ts'

/** Whether the grounds of a session still stand. Locks the user's row, to wait for a concurrent change. */
type Grounds = (db: Queryable, userId: string) => Promise<boolean>

function lockedUser(db: Queryable, userId: string) {
  return db.selectFrom('users as u').select('u.id').where('u.id', '=', userId).forShare()
}

/** The account is unproven, as it was: proving its address removes all its credentials and sessions. */
export const isUnproven: Grounds = async (db, userId) =>
  (await lockedUser(db, userId).where('u.email_verified', '=', false).executeTakeFirst()) !== undefined

export const hasSecondFactor: Grounds = async (db, userId) =>
  (await lockedUser(db, userId).where('u.two_factor_enabled', '=', true).executeTakeFirst()) !== undefined

export function isLinkedTo(provider: SocialProvider): Grounds {
  return async (db, userId) =>
    (await lockedUser(db, userId)
      .innerJoin('accounts as a', 'a.user_id', 'u.id')
      .where('a.provider_id', '=', provider)
      .executeTakeFirst()) !== undefined
}

/**
 * Rechecks the session that these Set-Cookie headers open: a credential that was removed meanwhile may have
 * opened it a moment later. Ends it and returns false when its grounds are gone. True without a new session.
 */
export async function recheckNewSession(
  context: Context,
  cookies: readonly string[],
  stand: Grounds,
): Promise<boolean> {
  // Of two headers of one cookie the browser keeps the last; a reader of the Cookie header takes the first.
  const header = cookies
    .toReversed()
    .map((line) => line.split(';')[0])
    .join('; ')
  if ((await readSessionToken(context, header)) === null) return true
  const session = await readSession(context, header)
  if (!session) return false
  const { db } = context.database
  if (await stand(db, session.id)) return true
  await db.deleteFrom('sessions').where('id', '=', session.sessionId).execute()
  return false
}
