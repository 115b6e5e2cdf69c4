import { sql } from 'kysely'
import type { Queryable } from '../database/open-database.ts'

/** Ends every session of a person, every mailed link, trusted browser and sign-in that is under way. */
export async function endSessions(tx: Queryable, userId: string): Promise<void> {
  await tx.deleteFrom('sessions').where('user_id', '=', userId).execute()
  await tx
    .deleteFrom('verifications')
    .where(sql<boolean>`is_about_user(value, ${userId})`)
    .execute()
}

/** Takes every way into an account away but its password. */
export async function endLinkedSignIns(tx: Queryable, userId: string): Promise<void> {
  await tx
    .deleteFrom('accounts')
    .where('user_id', '=', userId)
    .where('provider_id', '!=', 'credential')
    .execute()
}

/** Takes a second factor away, also one that was begun and never confirmed. */
export async function endSecondFactor(tx: Queryable, userId: string): Promise<void> {
  await tx.updateTable('users').set({ two_factor_enabled: false }).where('id', '=', userId).execute()
  await tx.deleteFrom('two_factors').where('user_id', '=', userId).execute()
}

/** Takes every passkey away, with the sessions that they opened, and tells how many there were. */
export async function endPasskeys(tx: Queryable, userId: string): Promise<number> {
  const { numDeletedRows } = await tx.deleteFrom('passkeys').where('user_id', '=', userId).executeTakeFirst()
  return Number(numDeletedRows)
}
