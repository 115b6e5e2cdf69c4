import type { ShopRole } from '../../../contract/identity/roles.ts'
import { refuse } from '../../../contract/refusals.ts'
import type { ShopPeople } from '../../../contract/shops/people.ts'
import type { Context } from '../../context.ts'
import type { Queryable } from '../../database/open-database.ts'
import type { Actor } from '../../identity/sessions/shop-scope.ts'
import { queueMail } from '../../notifications/queue-mail.ts'
import { consumeRateLimit } from '../../identity/limits/rate-limit.ts'
import { changeWithAudit, getOwnShop, type ShopRow } from '../own-shop.ts'
import { listPeople } from './list-people.ts'

/** Each change is mailed to the person. */
const changeLimit = { windowSeconds: 3600, max: 30 }

/**
 * Changes the role of a person at a shop; the person is told. Refuses a person who does not work there as
 * `not_found`, the last owner as `last_owner`, and the 31st change of an hour as `too_many_requests`.
 */
export async function changeRole(
  context: Context,
  actor: Actor,
  shopId: number,
  { userId, role }: { userId: string; role: ShopRole },
): Promise<ShopPeople> {
  await getOwnShop(context.database.db, actor.scope, shopId)
  await consumeRateLimit(context, `change-role:${shopId}`, changeLimit)
  await changeWithAudit(context, actor, shopId, async (tx, shop) => {
    const current = await getRole(tx, shopId, userId)
    if (current === role) return
    if (current === 'owner') {
      await requireOtherOwner(tx, shopId, userId)
      await endInvitationsBy(tx, shopId, userId, new Date(context.clock.now()))
    }
    const joinedAt = await findJoinedAt(tx, shopId, userId)
    // A trigger of the version before ends the membership together with `owner_id`.
    await tx
      .updateTable('shops')
      .set({ owner_id: null })
      .where('id', '=', shopId)
      .where('owner_id', '=', userId)
      .execute()
    await tx
      .insertInto('shop_members')
      .values({ shop_id: shopId, user_id: userId, role, joined_at: joinedAt })
      .onConflict((conflict) => conflict.columns(['shop_id', 'user_id']).doUpdateSet({ role }))
      .execute()
    await mailChange(tx, context, actor, shop, { userId, role })
  })
  context.triggerJob('notifications.send-outbox')
  return listPeople(context, actor.scope, shopId)
}

/**
 * Ends the access of a person to a shop and the invitations they sent, mails them, and leaves their jobs that
 * are not over without a technician. Refuses a person who does not work there as `not_found`, and the last
 * owner as `last_owner`.
 */
export async function removePerson(
  context: Context,
  actor: Actor,
  shopId: number,
  userId: string,
): Promise<void> {
  await changeWithAudit(context, actor, shopId, async (tx, shop) => {
    if ((await getRole(tx, shopId, userId)) === 'owner') await requireOtherOwner(tx, shopId, userId)
    const at = new Date(context.clock.now())
    await endInvitationsBy(tx, shopId, userId, at)
    await unassignJobs(tx, shopId, userId, at)
    await tx
      .updateTable('shops')
      .set({ owner_id: null })
      .where('id', '=', shopId)
      .where('owner_id', '=', userId)
      .execute()
    await tx.deleteFrom('shop_members').where('shop_id', '=', shopId).where('user_id', '=', userId).execute()
    await mailChange(tx, context, actor, shop, { userId, role: null })
  })
  context.triggerJob('notifications.send-outbox')
}

async function getRole(tx: Queryable, shopId: number, userId: string): Promise<ShopRole> {
  const member = await tx
    .selectFrom('shop_members')
    .select('role')
    .where('shop_id', '=', shopId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return member?.role ?? refuse('not_found')
}

async function findJoinedAt(tx: Queryable, shopId: number, userId: string): Promise<Date> {
  const member = await tx
    .selectFrom('shop_members')
    .select('joined_at')
    .where('shop_id', '=', shopId)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return member.joined_at
}

/** An invitation is no better than the right of the person who sent it. */
async function endInvitationsBy(tx: Queryable, shopId: number, userId: string, at: Date): Promise<void> {
  await tx
    .updateTable('shop_invitations')
    .set({ ended_at: at })
    .where('shop_id', '=', shopId)
    .where('invited_by', '=', userId)
    .where('ended_at', 'is', null)
    .execute()
}

/** A disabled account does not count: it cannot act for the shop. */
async function requireOtherOwner(tx: Queryable, shopId: number, userId: string): Promise<void> {
  const other = await tx
    .selectFrom('shop_members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select('u.id')
    .where('m.shop_id', '=', shopId)
    .where('m.role', '=', 'owner')
    .where('u.id', '<>', userId)
    .where('u.disabled_at', 'is', null)
    .executeTakeFirst()
  if (!other) refuse('last_owner')
}

async function unassignJobs(tx: Queryable, shopId: number, userId: string, now: Date): Promise<void> {
  const coming = await tx
    .selectFrom('appointments')
    .select('id')
    .where('shop_id', '=', shopId)
    .where('technician_id', '=', userId)
    .where('ends_at', '>', now)
    .orderBy('id')
    .forUpdate()
    .execute()
  if (coming.length === 0) return
  await tx
    .updateTable('appointments')
    .set({ technician_id: null })
    .where(
      'id',
      'in',
      coming.map(({ id }) => id),
    )
    .execute()
}

async function mailChange(
  tx: Queryable,
  context: Context,
  actor: Actor,
  shop: ShopRow,
  { userId, role }: { userId: string; role: ShopRole | null },
): Promise<void> {
  const at = new Date(context.clock.now())
  const person = await tx
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  await queueMail(tx, {
    kind: 'shop_access_changed',
    recipient: person.email,
    actorId: actor.id,
    at,
    payload: {
      createdAt: at.toISOString(),
      shopName: shop.business_name,
      changedBy: actor.name,
      role,
      workUrl: `${context.config.publicUrl}/admin`,
    },
  })
}
