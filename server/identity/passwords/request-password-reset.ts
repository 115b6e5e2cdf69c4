import { v7 as uuid } from 'uuid'
import { accountEmail } from '../../../contract/identity/identity.ts'
import type { Context } from '../../context.ts'
import { identityProvider } from '../identity-provider.ts'
import { consumeRateLimit, digestOf } from '../limits/rate-limit.ts'

const perAccount = { windowSeconds: 3600, max: 5 }

export const passwordResetJob = 'identity.answer-password-resets'

/**
 * Records a password reset request. `answerPasswordResets` looks up the account later, so that neither the
 * response nor its time reveals it. Refuses as `too_many_requests` after five requests in an hour for one
 * address.
 */
export async function requestPasswordReset(context: Context, email: string): Promise<void> {
  const address = accountEmail(email)
  await consumeRateLimit(context, `password-reset:${digestOf(address)}`, perAccount)
  await context.database.db
    .insertInto('password_reset_requests')
    .values({ id: uuid(), email: address })
    .execute()
  context.triggerJob(passwordResetJob)
}

/** Mails the link for each pending request with an enabled account. Safe to run in several processes. */
export async function answerPasswordResets(context: Context): Promise<void> {
  const { api } = identityProvider(context)
  for (;;) {
    const answered = await context.database.transaction(async (tx) => {
      const request = await tx
        .selectFrom('password_reset_requests')
        .select(['id', 'email'])
        .orderBy('asked_at')
        .limit(1)
        .forUpdate()
        .skipLocked()
        .executeTakeFirst()
      if (!request) return false
      const user = await tx
        .selectFrom('users')
        .select('id')
        .where('email', '=', request.email)
        .where('disabled_at', 'is', null)
        .executeTakeFirst()
      if (user) await api.requestPasswordReset({ body: { email: request.email } })
      await tx.deleteFrom('password_reset_requests').where('id', '=', request.id).execute()
      return true
    })
    if (!answered) return
  }
}
