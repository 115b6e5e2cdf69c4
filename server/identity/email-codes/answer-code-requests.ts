import { randomInt } from 'node:crypto'
import type { Context } from '../../context.ts'
import type { Queryable } from '../../database/open-database.ts'
import { mailEmailCode, mailPasswordSignIn } from '../identity-mails.ts'
import { hashCode } from './hash-code.ts'

export const emailCodeJob = 'identity.answer-code-requests'

type CodeRequest = { id: string; email: string }

/**
 * Mails the code for each pending request: to a customer, or to an address without an account. Any other role
 * gets a mail about the password instead. A disabled customer gets a code too: as with a password, only the
 * right one is refused with the reason. Safe to run in several processes.
 */
export async function answerCodeRequests(context: Context): Promise<void> {
  for (;;) {
    const now = new Date(context.clock.now())
    const answered = await context.database.transaction(async (tx) => {
      const request = await tx
        .selectFrom('email_codes')
        .select(['id', 'email'])
        .where('answered_at', 'is', null)
        .where('expires_at', '>', now)
        .orderBy('requested_at')
        .limit(1)
        .forUpdate()
        .skipLocked()
        .executeTakeFirst()
      if (!request) return false
      const codeHash = await mailAnswer(tx, context, request)
      await tx
        .updateTable('email_codes')
        .set({ answered_at: now, code_hash: codeHash })
        .where('id', '=', request.id)
        .execute()
      return true
    })
    if (!answered) return
  }
}

/** Queues the mail, and returns the hash of its code; null when it has none. */
async function mailAnswer(
  tx: Queryable,
  context: Context,
  { id, email }: CodeRequest,
): Promise<string | null> {
  const user = await tx.selectFrom('users').select('role').where('email', '=', email).executeTakeFirst()
  if (user && user.role !== 'customer') {
    await mailPasswordSignIn(context, email, { tx })
    return null
  }
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  await mailEmailCode(context, email, code, { tx })
  return hashCode(context, id, code)
}
