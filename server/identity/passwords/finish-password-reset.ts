import type { Context } from '../../context.ts'
import type { Queryable } from '../../database/open-database.ts'
import { endLinkedSignIns, endPasskeys, endSecondFactor, endSessions } from '../revoke-credentials.ts'
import { mailPasswordChanged } from '../identity-mails.ts'
import { resetAttempts } from '../limits/sign-in-attempts.ts'

/** Whether the account's address is verified. Locks its row until the transaction ends. */
export async function isProven(tx: Queryable, userId: string): Promise<boolean> {
  const user = await tx
    .selectFrom('users')
    .select('email_verified')
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return user.email_verified
}

/**
 * Completes a reset after better-auth has set the new password. Before it, an unverified account may have
 * been created by a stranger, so linked sign-ins, passkeys and the second factor are removed; the mailed link
 * verifies the address.
 */
export async function finishPasswordReset(
  context: Context,
  user: { id: string; email: string },
): Promise<void> {
  await context.database.transaction(async (tx) => {
    if (!(await isProven(tx, user.id))) {
      await endLinkedSignIns(tx, user.id)
      await endPasskeys(tx, user.id)
      await endSecondFactor(tx, user.id)
      await tx.updateTable('users').set({ image: null }).where('id', '=', user.id).execute()
    }
    await endSessions(tx, user.id)
    await tx.updateTable('users').set({ email_verified: true }).where('id', '=', user.id).execute()
    await mailPasswordChanged(context, user, { tx })
  })
  await resetAttempts(context, user.email)
}
