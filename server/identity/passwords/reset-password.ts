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
 * Sets a new password with a mailed link, or the first one. Ends every session in the transaction that changes the password, and
 * with them mailed links, trusted browsers and sign-ins under way; where the address was not proven before, linked sign-ins,
 * passkeys and the second factor too. Refuses a password against the policy, and as `auth/invalid-action-code` a link that was used, has expired or
 * is of a disabled account.
 */
export async function resetPassword(
  context: Context,
  { token, password }: { token: string; password: string },
): Promise<void> {
  const owner = (await findOwner(context, token)) ?? refuse('auth/invalid-action-code')
  requireGoodPassword(password, owner.email)
  // Before the password: were this process killed in between, the new one would work and nobody would come back to finish.
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
