import { accountEmail, type User } from '../../contract/identity/identity.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Context } from '../context.ts'
import type { Queryable } from '../database/open-database.ts'
import { deletedNames, newDeletedAddress } from '../identity/deleted-person.ts'
import type { Device } from '../identity/device.ts'
import { mailAccountDeleted } from '../identity/identity-mails.ts'
import { requireOwner } from '../identity/require-owner.ts'
import { anonymiseAppointments } from './anonymise-appointments.ts'
import { anonymiseMails } from './anonymise-mails.ts'
import { leaveProviderJob } from './leave-provider.ts'
import { requireNothingOpen } from './require-nothing-open.ts'
import { takeAccount, type TakenAccount } from './take-account.ts'

export type Deletion = { password?: string | undefined; confirmation: string }

/**
 * Deletes the actor's own account for good, in one transaction: ways in, sessions and drafts go, appointments and mails stay without the
 * person, a shop is suspended and its payout details go. The address is free again. The card provider is told afterwards,
 * by a job, until it has done the same; the person by a last mail. Refuses an address that is not the account's own as `confirmation_wrong`, as
 * `requireOwner` does, as `account_in_use` while appointments are to come or money is open, and `last_administrator`.
 */
export async function deleteAccount(
  context: Context,
  actor: User,
  device: Device,
  { password, confirmation }: Deletion,
): Promise<void> {
  if (accountEmail(confirmation) !== actor.email) refuse('confirmation_wrong', { field: 'confirmation' })
  await requireOwner(context, actor, device, password)
  await context.database.transaction(async (tx) => {
    const account = await takeAccount(tx, actor)
    if (!account) return
    const at = new Date(context.clock.now())
    await requireNothingOpen(tx, account, at)
    const address = newDeletedAddress()
    await recordProviderDeletion(tx, account, at)
    await anonymiseMails(tx, context, account, { address, at })
    await anonymiseAppointments(tx, account.id, address)
    if (account.shopId !== null) await closeShop(tx, account.shopId)
    await endIdentity(tx, account, { address, at })
    await mailAccountDeleted(context, account, tx)
  })
  context.nudge(leaveProviderJob)
}

/** Written down before the provider is asked, so that it is asked whatever happens to this process. */
async function recordProviderDeletion(tx: Queryable, account: TakenAccount, at: Date): Promise<void> {
  const known = await tx
    .deleteFrom('provider_customers')
    .where('user_id', '=', account.id)
    .returning('provider_customer_id')
    .executeTakeFirst()
  const booked = await tx
    .selectFrom('appointments')
    .select('id')
    .where('customer_id', '=', account.id)
    .limit(1)
    .executeTakeFirst()
  if (!known && !booked) return
  await tx
    .insertInto('provider_deletions')
    .values({
      user_id: account.id,
      provider_customer_id: known?.provider_customer_id ?? null,
      email: account.email,
      asked_at: at,
    })
    .execute()
}

/** The shop takes no appointments any more; those that were, and what they earned, stay with the administrators. */
async function closeShop(tx: Queryable, shopId: number): Promise<void> {
  await tx.deleteFrom('payout_details').where('shop_id', '=', shopId).execute()
  await tx
    .updateTable('shops')
    .set({ status: 'suspended', payout_method: null, owner_id: null })
    .where('id', '=', shopId)
    .execute()
}

/** Nothing opens the account any more and nothing says whose it was; its row stays for what names it. */
async function endIdentity(
  tx: Queryable,
  { id, email, role }: TakenAccount,
  { address, at }: { address: string; at: Date },
): Promise<void> {
  await tx.deleteFrom('accounts').where('user_id', '=', id).execute()
  await tx.deleteFrom('two_factors').where('user_id', '=', id).execute()
  await tx.deleteFrom('passkeys').where('user_id', '=', id).execute()
  await tx.deleteFrom('password_reset_requests').where('email', '=', email).execute()
  // With its sessions, and with what was mailed or begun, by the database's own rule for a disabled account.
  await tx
    .updateTable('users')
    .set({
      name: deletedNames[role],
      email: address,
      image: null,
      email_verified: false,
      two_factor_enabled: false,
      disabled_at: at,
      deleted_at: at,
      updated_at: at,
    })
    .where('id', '=', id)
    .execute()
}
