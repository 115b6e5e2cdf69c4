import { APIError } from 'better-auth/api'
import { refuse } from '../../../contract/refusals.ts'
import type { Context } from '../../context.ts'
import { endLinkedSignIns, endPasskeys } from '../revoke-credentials.ts'
import { isProven } from './finish-password-reset.ts'
import { identityProvider } from '../identity-provider.ts'
import { requireGoodPassword } from './require-good-password.ts'

type Owner = { id: string; email: string }

async function findOwner(context: Context, token: string): Promise<Owner | null> {
  const { internalAdapter } = await identityProvider(context).$context
  const link = await internalAdapter.findVerificationValue(`reset-password:${token}`)
  if (!link || new Date(link.expiresAt).getTime() <= Date.now()) return null
  const user = await context.database.db
    .selectFrom('users')
    .select(['id', 'email'])
    .where('id', '=', link.value)
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
  return user ?? null
}

/**
 * Sets a new password, or the first one, with a mailed link. The same transaction ends every session, mailed
 * link, trusted browser and pending sign-in, and for an unverified address linked sign-ins, passkeys and the
 * second factor. Refuses a password against the policy, and as `auth/invalid-action-code` a used or expired
 * link or one of a disabled account.
 */
export async function resetPassword(
  context: Context,
  { token, password }: { token: string; password: string },
): Promise<void> {
  const owner = (await findOwner(context, token)) ?? refuse('auth/invalid-action-code')
  requireGoodPassword(password, owner.email)
  // Before the password: after a crash in between, the new password would work with the cleanup never
  // finished.
  await context.database.transaction(async (tx) => {
    if (await isProven(tx, owner.id)) return
    await endLinkedSignIns(tx, owner.id)
    await endPasskeys(tx, owner.id)
  })
  try {
    await identityProvider(context).api.resetPassword({ body: { token, newPassword: password } })
  } catch (error) {
    if (error instanceof APIError && error.statusCode < 500) refuse('auth/invalid-action-code')
    throw error
  }
}
