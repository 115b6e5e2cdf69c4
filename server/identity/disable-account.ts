import { accountEmail } from '../../contract/identity/identity.ts'
import { endPasskeys } from './revoke-credentials.ts'
import type { NewsContext } from './identity-mails.ts'
import { mailPasskeyChanged, mailSecondFactorChanged } from './identity-mails.ts'

type Outcome = 'done' | 'unchanged' | 'unknown'

/**
 * Disables or enables the account of this address. Disabling ends its sessions and pending sign-ins in the
 * same step, and they do not come back. A deleted account stays disabled.
 */
export async function setDisabled(
  { database, clock }: NewsContext,
  address: string,
  disabled: boolean,
): Promise<Outcome> {
  const email = accountEmail(address)
  const change = database.db.updateTable('users').where('email', '=', email).where('deleted_at', 'is', null)
  const { numUpdatedRows: changed } = disabled
    ? await change
        .set({ disabled_at: new Date(clock.now()) })
        .where('disabled_at', 'is', null)
        .executeTakeFirst()
    : await change.set({ disabled_at: null }).where('disabled_at', 'is not', null).executeTakeFirst()
  if (changed > 0n) return 'done'
  const known = await database.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirst()
  return known ? 'unchanged' : 'unknown'
}

/**
 * Removes the second factor and the passkeys of an account whose owner lost them, and informs the owner by
 * mail.
 */
export async function resetSecondFactor(context: NewsContext, address: string): Promise<Outcome> {
  return context.database.transaction(async (tx) => {
    const user = await tx
      .selectFrom('users')
      .select(['id', 'email', 'two_factor_enabled'])
      .where('email', '=', accountEmail(address))
      .forUpdate()
      .executeTakeFirst()
    if (!user) return 'unknown'
    const removed = await endPasskeys(tx, user.id)
    if (!user.two_factor_enabled && removed === 0) return 'unchanged'
    if (removed > 0) await mailPasskeyChanged(context, user, { added: false }, { tx })
    if (!user.two_factor_enabled) return 'done'
    await tx.updateTable('users').set({ two_factor_enabled: false }).where('id', '=', user.id).execute()
    await mailSecondFactorChanged(context, user, 'off', { tx })
    return 'done'
  })
}
