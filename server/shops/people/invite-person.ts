import { v7 as uuid } from 'uuid'
import type * as z from 'zod/mini'
import { accountEmail } from '../../../contract/identity/identity.ts'
import { refuse } from '../../../contract/refusals.ts'
import { invitationDays, type newInvitation, type ShopPeople } from '../../../contract/shops/people.ts'
import type { Context } from '../../context.ts'
import type { Queryable } from '../../database/open-database.ts'
import { isUuid } from '../../database/uuid.ts'
import { consumeRateLimit, digestOf } from '../../identity/limits/rate-limit.ts'
import { sealText } from '../../identity/sealed-text.ts'
import type { Actor } from '../../identity/sessions/shop-scope.ts'
import { queueMail } from '../../notifications/queue-mail.ts'
import { changeWithAudit, getOwnShop } from '../own-shop.ts'
import { endInvitations } from './end-invitations.ts'
import { digestOfToken, newInvitationToken } from './invitation-token.ts'
import { listPeople } from './list-people.ts'

/** Invitations go to addresses that a person types, and count in the mailbox of their owners. */
const limitOfShop = { windowSeconds: 86_400, max: 30 }
const limitOfAddress = { windowSeconds: 86_400, max: 3 }

/**
 * Counts an invitation, outside of the transaction: a counter of its own connection would wait for the
 * connections of those who wait for the shop.
 */
async function countInvitation(context: Context, actor: Actor, shopId: number, email: string): Promise<void> {
  await getOwnShop(context.database.db, actor.scope, shopId)
  await consumeRateLimit(context, `invite:${shopId}`, limitOfShop)
  await consumeRateLimit(context, `invite-address:${digestOf(email)}`, limitOfAddress)
}

/**
 * Mails an invitation whose link works for seven days. An earlier one to the same address ends. Refuses a
 * person who works there already as `already_member`, a shop that was never approved as `shop_not_approved`,
 * because the mail names it, an actor with an unproven address as `email_not_proven`, and the 31st of a shop
 * or the fourth to an address in a day as `too_many_requests`.
 */
export async function invitePerson(
  context: Context,
  actor: Actor,
  shopId: number,
  { email: typed, role }: z.infer<typeof newInvitation>,
): Promise<ShopPeople> {
  const email = accountEmail(typed)
  const token = newInvitationToken()
  const now = context.clock.now()
  const at = new Date(now)
  await countInvitation(context, actor, shopId, email)
  const link = await sealText(context, `${context.config.publicUrl}/join#${token}`)
  await changeWithAudit(context, actor, shopId, async (tx, shop) => {
    if (!actor.emailVerified) refuse('email_not_proven')
    if (!shop.ever_approved) refuse('shop_not_approved')
    if (await isMember(tx, shopId, email)) refuse('already_member', { field: 'email' })
    await endInvitations(tx, shopId, at, { column: 'email', value: email })
    await tx
      .insertInto('shop_invitations')
      .values({
        id: uuid(),
        shop_id: shopId,
        email,
        role,
        token_digest: digestOfToken(token),
        invited_by: actor.id,
        invited_at: at,
        expires_at: new Date(now + invitationDays * 86_400_000),
        ended_at: null,
        accepted_by: null,
      })
      .execute()
    await queueMail(tx, {
      kind: 'shop_invitation',
      recipient: email,
      actorId: actor.id,
      at,
      payload: {
        createdAt: at.toISOString(),
        shopName: shop.business_name,
        invitedBy: actor.name,
        role,
        shopId,
        email,
        link,
      },
    })
  })
  context.triggerJob('notifications.send-outbox')
  return listPeople(context, actor.scope, shopId)
}

/** Withdraws an open invitation; doing it again changes nothing. Refuses an unknown one as `not_found`. */
export async function withdrawInvitation(
  context: Context,
  actor: Actor,
  shopId: number,
  id: string,
): Promise<ShopPeople> {
  if (!isUuid(id)) return refuse('not_found')
  await changeWithAudit(context, actor, shopId, async (tx) => {
    const known = await tx
      .selectFrom('shop_invitations')
      .select('id')
      .where('shop_id', '=', shopId)
      .where('id', '=', id)
      .executeTakeFirst()
    if (!known) refuse('not_found')
    await endInvitations(tx, shopId, new Date(context.clock.now()), { column: 'id', value: id })
  })
  return listPeople(context, actor.scope, shopId)
}

async function isMember(tx: Queryable, shopId: number, email: string): Promise<boolean> {
  const member = await tx
    .selectFrom('shop_members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select('u.id')
    .where('m.shop_id', '=', shopId)
    .where('u.email', '=', email)
    .executeTakeFirst()
  return member !== undefined
}
