import { accountEmail, type User } from '../../contract/identity/identity.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Context } from '../context.ts'
import type { Queryable } from '../database/open-database.ts'
import { forgetContacts } from '../contacts/own-contacts.ts'
import { deletedNames, newDeletedAddress } from '../identity/deleted-person.ts'
import type { Device } from '../identity/sessions/device.ts'
import { mailAccountDeleted } from '../identity/identity-mails.ts'
import { requireOwnerProof } from '../identity/require-owner-proof.ts'
import { deletePhotosJob } from '../photos/delete-due-photos.ts'
import { planDeletionsOf } from '../photos/photo-deletions.ts'
import { readShopFacts, recordShopChanges } from '../shops/shop-audit.ts'
import { noFacts } from '../shops/shop-facts.ts'
import { anonymiseAppointments } from './anonymise-appointments.ts'
import { anonymiseMails } from './anonymise-mails.ts'
import { deleteProviderCustomerJob } from './delete-provider-customers.ts'
import { requireNoOpenPayments } from './require-no-open-payments.ts'
import { lockAccount, type LockedAccount } from './lock-account.ts'

export type Deletion = { password?: string | undefined; confirmation: string }

/**
 * Deletes the actor's own account for good, in one transaction. Credentials, sessions and drafts are deleted,
 * appointments and mails are anonymised, a shop is suspended and loses its payout details, and the address
 * becomes free. Jobs then delete the customer at the card provider and the files of photos, with retries; a
 * last mail informs the person. Refuses an address other than the account's own as `confirmation_wrong`, as
 * `requireOwnerProof` does, as `account_in_use` while appointments are upcoming or money is open, and as
 * `last_administrator`.
 */
export async function deleteAccount(
  context: Context,
  actor: User,
  device: Device,
  { password, confirmation }: Deletion,
): Promise<void> {
  if (accountEmail(confirmation) !== actor.email) refuse('confirmation_wrong', { field: 'confirmation' })
  await requireOwnerProof(context, actor, device, password)
  await context.database.transaction(async (tx) => {
    const account = await lockAccount(tx, actor)
    if (!account) return
    const at = new Date(context.clock.now())
    await requireNoOpenPayments(tx, account, at)
    const address = newDeletedAddress()
    await recordProviderDeletion(tx, account, at)
    await planDeletionsOf(tx, account.id, at)
    await anonymiseMails(tx, context, account, { address, at })
    await forgetContacts(tx, account, at)
    await anonymiseAppointments(tx, account.id, { address, at })
    for (const shopId of account.closingShops) await closeShop(tx, shopId, account.id, at)
    await endMemberships(tx, account, at)
    await endIdentity(tx, account, { address, at })
    await mailAccountDeleted(context, account, tx)
  })
  context.triggerJob(deleteProviderCustomerJob)
  context.triggerJob(deletePhotosJob)
}

/**
 * Written before the provider is called, so that the deletion survives a crash of this process. The records
 * of the guests that became this account end with it.
 */
async function recordProviderDeletion(tx: Queryable, account: LockedAccount, at: Date): Promise<void> {
  const guests = await tx
    .selectFrom('guests')
    .select('user_id')
    .where('claimed_by', '=', account.id)
    .execute()
  for (const { user_id: userId } of guests) await planProviderDeletion(tx, userId, account.email, at)
  await planProviderDeletion(tx, account.id, account.email, at)
}

async function planProviderDeletion(tx: Queryable, userId: string, email: string, at: Date): Promise<void> {
  const known = await tx
    .deleteFrom('provider_customers')
    .where('user_id', '=', userId)
    .returning('provider_customer_id')
    .executeTakeFirst()
  const booked = await tx
    .selectFrom('appointments')
    .select('id')
    .where('customer_id', '=', userId)
    .limit(1)
    .executeTakeFirst()
  if (!known && !booked) return
  await tx
    .insertInto('provider_deletions')
    .values({
      user_id: userId,
      provider_customer_id: known?.provider_customer_id ?? null,
      email,
      asked_at: at,
    })
    .execute()
}

/** The shop takes no more appointments. Past appointments and their earnings stay with the administrators. */
async function closeShop(tx: Queryable, shopId: number, actorId: string, at: Date): Promise<void> {
  const before = await readShopFacts(tx, shopId)
  await tx.deleteFrom('payout_details').where('shop_id', '=', shopId).execute()
  await tx.deleteFrom('shop_members').where('shop_id', '=', shopId).execute()
  await tx.deleteFrom('shop_invitations').where('shop_id', '=', shopId).execute()
  await tx
    .updateTable('shops')
    .set({ status: 'suspended', payout_method: null, owner_id: null, contact_email: null, ...noFacts })
    .where('id', '=', shopId)
    .execute()
  await tx
    .updateTable('shop_change_requests')
    .set({ outcome: 'withdrawn', decided_at: at, decided_by: actorId })
    .where('shop_id', '=', shopId)
    .where('outcome', 'is', null)
    .execute()
  await recordShopChanges(tx, shopId, { before, actorId, at })
}

/**
 * Ends the account's work at shops, its coming jobs there, and the invitations to its address and by it. The
 * shops and the jobs are locked.
 */
async function endMemberships(tx: Queryable, { id, email }: LockedAccount, at: Date): Promise<void> {
  await tx
    .updateTable('appointments')
    .set({ technician_id: null })
    .where('technician_id', '=', id)
    .where('ends_at', '>', at)
    .execute()
  await tx.updateTable('shops').set({ owner_id: null }).where('owner_id', '=', id).execute()
  await tx.deleteFrom('shop_members').where('user_id', '=', id).execute()
  await tx
    .deleteFrom('shop_invitations')
    .where((where) => where.or([where('email', '=', email), where('invited_by', '=', id)]))
    .execute()
}

/** Removes credentials and personal data; the row stays because other rows reference it. */
async function endIdentity(
  tx: Queryable,
  { id, email, role }: LockedAccount,
  { address, at }: { address: string; at: Date },
): Promise<void> {
  await tx.deleteFrom('accounts').where('user_id', '=', id).execute()
  await tx.deleteFrom('two_factors').where('user_id', '=', id).execute()
  await tx.deleteFrom('customer_addresses').where('user_id', '=', id).execute()
  await tx.deleteFrom('passkeys').where('user_id', '=', id).execute()
  await tx.deleteFrom('password_reset_requests').where('email', '=', email).execute()
  await tx.deleteFrom('email_codes').where('email', '=', email).execute()
  // A database trigger on disabled accounts deletes sessions, mailed links and pending sign-ins.
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
