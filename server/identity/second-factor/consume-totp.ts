import { createOTP } from '@better-auth/utils/otp'
import { symmetricDecrypt } from 'better-auth/crypto'
import type { Context } from '../../context.ts'
import { identityProvider } from '../identity-provider.ts'

const stepMilliseconds = 30_000

/**
 * Consumes a six-digit TOTP code of the current 30 seconds or of the step before or after. 'wrong' for any
 * other code; 'spent' when this code or a newer one was consumed before. Of two calls with one code the
 * database accepts one.
 */
export async function consumeTotp(
  context: Context,
  userId: string,
  code: string,
): Promise<'taken' | 'wrong' | 'spent'> {
  const { db } = context.database
  const factor = await db
    .selectFrom('two_factors')
    .select(['id', 'secret'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!factor) return 'wrong'
  const { secretConfig } = await identityProvider(context).$context
  const { hotp } = createOTP(await symmetricDecrypt({ key: secretConfig, data: factor.secret }))
  const present = Math.floor(Date.now() / stepMilliseconds)
  const steps = [present - 1, present, present + 1]
  const codes = await Promise.all(steps.map((step) => hotp(step)))
  const step = steps[codes.lastIndexOf(code)]
  if (step === undefined) return 'wrong'
  const { numUpdatedRows: taken } = await db
    .updateTable('two_factors')
    .set({ last_time_step: step })
    .where('id', '=', factor.id)
    .where('secret', '=', factor.secret)
    .where((row) => row.or([row('last_time_step', 'is', null), row('last_time_step', '<', step)]))
    .executeTakeFirstOrThrow()
  return taken > 0n ? 'taken' : 'spent'
}
