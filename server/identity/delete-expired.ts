import { sql } from 'kysely'
import type { Context } from '../context.ts'

export const deleteExpiredJob = 'identity.forget-what-is-over'

/** The longest rate limit window. */
const longestWindowMilliseconds = 86_400_000
/** Grace period: a late code is refused as expired, not as unknown. */
const keptAfterExpiryMilliseconds = 3_600_000

/**
 * Deletes expired rate limits, sessions, mailed links and codes. Otherwise every address typed into a form
 * would leave a row for good.
 */
export async function deleteExpired({ database, clock }: Context): Promise<void> {
  const { db } = database
  const now = Date.now()
  await sql`delete from rate_limits where last_request < ${now - longestWindowMilliseconds}`.execute(db)
  await db.deleteFrom('sessions').where('expires_at', '<', new Date(now)).execute()
  await db.deleteFrom('verifications').where('expires_at', '<', new Date(now)).execute()
  const codesEnded = new Date(clock.now() - keptAfterExpiryMilliseconds)
  await db.deleteFrom('email_codes').where('expires_at', '<', codesEnded).execute()
}
