import { sql } from 'kysely'
import type { Queryable } from '../database/open-database.ts'

/** Ends every session, mailed link, trusted browser and pending sign-in of a person. */
export async function endSessions(tx: Queryable, userId: string): Promise<void> {
  await tx.deleteFrom('sessions').where('user_id', '=', userId).execute()
  await tx
    .deleteFrom('verifications')
    .where(sql<boolean>`is_about_user(value, ${userId})`)
    .execute()
}

/** Removes the linked sign-ins of an account, and returns their number. */
export async function endLinkedSignIns(tx: Queryable, userId: string): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('accounts')
    .where('user_id', '=', userId)
    .where('provider_id', '!=', 'credential')
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Removes a second factor, including an unconfirmed setup. */
export async function endSecondFactor(tx: Queryable, userId: string): Promise<void> {
  await tx.updateTable('users').set({ two_factor_enabled: false }).where('id', '=', userId).execute()
  await tx.deleteFrom('two_factors').where('user_id', '=', userId).execute()
}

/** Removes every passkey with the sessions that they opened, and returns their number. */
export async function endPasskeys(tx: Queryable, userId: string): Promise<number> {
  const { numDeletedRows } = await tx.deleteFrom('passkeys').where('user_id', '=', userId).executeTakeFirst()
  return Number(numDeletedRows)
}
