import type { ShopRole } from '../../../contract/identity/roles.ts'
import { refuse } from '../../../contract/refusals.ts'
import type { ShopPeople } from '../../../contract/shops/people.ts'
import type { Context } from '../../context.ts'
import type { Queryable } from '../../database/open-database.ts'
import type { Actor } from '../../identity/sessions/shop-scope.ts'
import { queueMail } from '../../notifications/queue-mail.ts'
import { consumeRateLimit } from '../../identity/limits/rate-limit.ts'
import { changeWithAudit, getOwnShop, type ShopRow } from '../own-shop.ts'
import { endInvitations } from './end-invitations.ts'
import { listPeople } from './list-people.ts'

/** Each change is mailed to the person. */
const changeLimit = { windowSeconds: 3600, max: 30 }

/**
 * Changes the role of a person at a shop and mails the person. Refuses a person who does not work there as
 * `not_found`, one whose role is no longer `from` as `role_changed`, the last owner as `last_owner`, and the
 * 31st change of an hour as `too_many_requests`.
 */
export async function changeRole(
  context: Context,
  actor: Actor,
  shopId: number,
  { userId, role, from }: { userId: string; role: ShopRole; from?: ShopRole | undefined },
): Promise<ShopPeople> {
  await getOwnShop(context.database.db, actor.scope, shopId)
  await consumeRateLimit(context, `change-role:${shopId}`, changeLimit)
  await changeWithAudit(context, actor, shopId, async (tx, shop) => {
    const { role: before, joined_at: joinedAt } = await getMember(tx, shopId, userId)
    if (before === role) return
    if (from !== undefined && from !== before) refuse('role_changed')
    if (before === 'owner') {
      await requireOtherOwner(tx, shopId, userId)
      await endInvitations(tx, shopId, new Date(context.clock.now()), sentBy(userId))
    }
    // This ends the membership of an owner by a trigger, for the version before.
    await clearOwnerId(tx, shopId, userId)
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
    const { role } = await getMember(tx, shopId, userId)
    if (role === 'owner') await requireOtherOwner(tx, shopId, userId)
    const at = new Date(context.clock.now())
    await endInvitations(tx, shopId, at, sentBy(userId))
    await unassignJobs(tx, shopId, userId, at)
    await clearOwnerId(tx, shopId, userId)
    await tx.deleteFrom('shop_members').where('shop_id', '=', shopId).where('user_id', '=', userId).execute()
    await mailChange(tx, context, actor, shop, { userId, role: null })
  })
  context.triggerJob('notifications.send-outbox')
}

/** An invitation is no better than the right of the person who sent it. */
const sentBy = (userId: string) => ({ column: 'invited_by', value: userId }) as const

async function getMember(tx: Queryable, shopId: number, userId: string) {
  const member = await tx
    .selectFrom('shop_members')
    .select(['role', 'joined_at'])
    .where('shop_id', '=', shopId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return member ?? refuse('not_found')
}

/** Clears the one owner that the version before reads, if it is this person. */
async function clearOwnerId(tx: Queryable, shopId: number, userId: string): Promise<void> {
  await tx
    .updateTable('shops')
    .set({ owner_id: null })
    .where('id', '=', shopId)
    .where('owner_id', '=', userId)
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
