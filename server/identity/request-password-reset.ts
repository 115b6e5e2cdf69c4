import { v7 as uuid } from 'uuid'
import { accountEmail } from '../../contract/identity/identity.ts'
import type { Context } from '../context.ts'
import type { Device } from './device.ts'
import { identityProvider } from './identity-provider.ts'
import { countUse, digestOf } from './rate-limit.ts'

const perAddress = { windowSeconds: 900, max: 60 }
const perAccount = { windowSeconds: 3600, max: 5 }

export const passwordResetJob = 'identity.answer-password-resets'

/**
 * Writes down that somebody asks for a new password. Whether there is an account is looked at later, by `answerPasswordResets`, so
 * that neither the answer nor its time tells. Refuses as `too_many_requests` after five times in an hour for one address.
 */
export async function requestPasswordReset(context: Context, device: Device, email: string): Promise<void> {
  const address = accountEmail(email)
  await countUse(context, `password-reset-from:${device.network}`, perAddress)
  await countUse(context, `password-reset:${digestOf(address)}`, perAccount)
  await context.database.db
    .insertInto('password_reset_requests')
    .values({ id: uuid(), email: address })
    .execute()
  context.nudge(passwordResetJob)
}

/** Mails the link to everybody who asked and has an account that is not disabled. Many processes may run it. */
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
