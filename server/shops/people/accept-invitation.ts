import { hashPassword } from 'better-auth/crypto'
import type * as z from 'zod/mini'
import type { User } from '../../../contract/identity/identity.ts'
import { refuse } from '../../../contract/refusals.ts'
import type { Invitation, invitationAnswer } from '../../../contract/shops/people.ts'
import type { Context } from '../../context.ts'
import type { Queryable } from '../../database/open-database.ts'
import { insertAccount } from '../../identity/insert-account.ts'
import { requireGoodPassword } from '../../identity/passwords/require-good-password.ts'
import type { Device } from '../../identity/sessions/device.ts'
import { findSignedIn, findUser } from '../../identity/sessions/find-signed-in.ts'
import { openSession } from '../../identity/sessions/sign-in.ts'
import { readShopFacts, recordShopChanges } from '../shop-audit.ts'
import { digestOfToken } from './invitation-token.ts'

function selectInvitation(db: Queryable, token: string) {
  return db
    .selectFrom('shop_invitations as i')
    .innerJoin('shops as s', 's.id', 'i.shop_id')
    .innerJoin('users as by', 'by.id', 'i.invited_by')
    .select(['i.id', 'i.shop_id', 'i.email', 'i.role', 'i.expires_at', 'i.ended_at', 'i.accepted_by'])
    .select(['s.business_name', 's.status', 'by.name as invited_by'])
    .where('i.token_digest', '=', digestOfToken(token))
}

type Row = NonNullable<Awaited<ReturnType<ReturnType<typeof selectInvitation>['executeTakeFirst']>>>

/** No one joins a suspended shop. */
const isOpen = (row: Row, now: number) =>
  row.ended_at === null && row.expires_at.getTime() > now && row.status !== 'suspended'

/** Whether the user accepted it before and still works there: opening the link again is harmless. */
const isAcceptedBy = (row: Row, user: User | null) =>
  user !== null && row.accepted_by === user.id && user.workplaces.some(({ shopId }) => shopId === row.shop_id)

async function hasAccount(db: Queryable, email: string): Promise<boolean> {
  const account = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst()
  return account !== undefined
}

/** Shows the invitation of a link. Refuses one that ended, expired or never was as `invitation_over`. */
export async function findInvitation(context: Context, device: Device, token: string): Promise<Invitation> {
  const { db } = context.database
  const row = (await selectInvitation(db, token).executeTakeFirst()) ?? refuse('invitation_over')
  const user = await findSignedIn(context, device.cookies)
  const isAccepted = isAcceptedBy(row, user)
  if (!isAccepted && !isOpen(row, context.clock.now())) refuse('invitation_over')
  return {
    shopName: row.business_name,
    role: row.role,
    email: row.email,
    invitedBy: row.invited_by,
    hasAccount: await hasAccount(db, row.email),
    isAccepted,
  }
}

/**
 * Accepts an invitation: as the signed-in user of the invited address, or with a new account, whose address
 * the mailed link proves. Returns the user and the Set-Cookie lines of a new session. Refuses an invitation
 * that is over as `invitation_over`, another person's session as `invitation_for_other`, an existing account
 * without a session as `not_signed_in`, one with an unproven address as `email_not_proven`, and an
 * administrator, who sees every shop, as `not_allowed`.
 */
export async function acceptInvitation(
  context: Context,
  device: Device,
  { token, name, password }: z.infer<typeof invitationAnswer>,
): Promise<{ user: User; cookies: string[] }> {
  const { db } = context.database
  const row = (await selectInvitation(db, token).executeTakeFirst()) ?? refuse('invitation_over')
  const user = await findSignedIn(context, device.cookies)
  if (user && isAcceptedBy(row, user)) return { user, cookies: [] }
  if (!isOpen(row, context.clock.now())) refuse('invitation_over')
  if (user) {
    requireInvited(row, user)
    await join(context, row, async () => user.id)
    return { user: await findUser(context, user.id, user.byPasskey), cookies: [] }
  }
  return joinWithNewAccount(context, device, row, { name, password })
}

function requireInvited(row: Row, user: User): void {
  if (user.email !== row.email)
    refuse('invitation_for_other', {
      sentence: `This invitation is for ${row.email}. Log out, then open it again.`,
    })
  if (!user.emailVerified) refuse('email_not_proven')
  if (user.role === 'administrator')
    refuse('not_allowed', { sentence: 'You’re an administrator and see every shop already.' })
}

async function joinWithNewAccount(
  context: Context,
  device: Device,
  row: Row,
  { name, password }: { name?: string | undefined; password?: string | undefined },
): Promise<{ user: User; cookies: string[] }> {
  const signInFirst = { sentence: `You already have an account. Sign in as ${row.email} to accept.` }
  if (await hasAccount(context.database.db, row.email)) return refuse('not_signed_in', signInFirst)
  if (name === undefined) return refuse('malformed', { field: 'name', sentence: 'Please enter your name' })
  if (password === undefined)
    return refuse('malformed', { field: 'password', sentence: 'Please enter a password' })
  requireGoodPassword(password, row.email)
  const passwordHash = await hashPassword(password)
  await join(context, row, async (tx) => {
    const account = { name, email: row.email, passwordHash, role: 'customer', emailVerified: true } as const
    return (await insertAccount(tx, account)) ?? refuse('not_signed_in', signInFirst)
  })
  const { userId, cookies } = await openSession(context, device, { email: row.email, password })
  return { user: await findUser(context, userId ?? refuse('not_signed_in', signInFirst)), cookies }
}

/**
 * Ends the invitation and adds the member. Under the shop's row lock the shop's status and the invitation are
 * checked again: either may have changed since the first read.
 */
async function join(
  context: Context,
  { id, shop_id: shopId, role }: Row,
  findUserId: (tx: Queryable) => Promise<string>,
): Promise<void> {
  const at = new Date(context.clock.now())
  await context.database.transaction(async (tx) => {
    const shop = await tx
      .selectFrom('shops')
      .select('status')
      .where('id', '=', shopId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
    if (shop.status === 'suspended') refuse('invitation_over')
    const before = await readShopFacts(tx, shopId)
    const userId = await findUserId(tx)
    const { numUpdatedRows: taken } = await tx
      .updateTable('shop_invitations')
      .set({ ended_at: at, accepted_by: userId })
      .where('shop_id', '=', shopId)
      .where('id', '=', id)
      .where('ended_at', 'is', null)
      .where('expires_at', '>', at)
      .executeTakeFirstOrThrow()
    if (!taken) refuse('invitation_over')
    await tx
      .insertInto('shop_members')
      .values({ shop_id: shopId, user_id: userId, role, joined_at: at })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await recordShopChanges(tx, shopId, { before, actorId: userId, at })
  })
}
