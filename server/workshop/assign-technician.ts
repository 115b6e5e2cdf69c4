import { refuse } from '../../contract/refusals.ts'
import type { Technician, WorkJob } from '../../contract/workshop/work.ts'
import type { Context } from '../context.ts'
import type { AppointmentRow } from '../database/rows.ts'
import type { Queryable } from '../database/open-database.ts'
import { isUuid } from '../database/uuid.ts'
import { inScope, requireStillInScope, type Actor, type ShopScope } from '../identity/sessions/shop-scope.ts'
import { getOwnShop } from '../shops/own-shop.ts'
import { getWork } from './list-work.ts'

/**
 * Locks a job in scope, after its shop: a removal of a person, which locks the shop too, sees every job that
 * names them. Refuses a missing and a foreign one as `not_found`, and one that is not to be done.
 */
async function lockJob(tx: Queryable, scope: ShopScope, id: string): Promise<AppointmentRow> {
  if (!isUuid(id)) return refuse('not_found')
  const inReach = await tx
    .selectFrom('appointments as a')
    .select('a.shop_id')
    .where('a.id', '=', id)
    .where('a.state', '<>', 'released')
    .where(inScope(scope, 'a.shop_id'))
    .executeTakeFirst()
  if (!inReach) return refuse('not_found')
  await tx.selectFrom('shops').select('id').where('id', '=', inReach.shop_id).forShare().executeTakeFirst()
  await requireStillInScope(tx, scope, inReach.shop_id)
  const job = await tx
    .selectFrom('appointments')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (job.state !== 'booked' && job.state !== 'completed') refuse('appointment_not_changeable')
  return job
}

async function setTechnician(tx: Queryable, id: string, userId: string | null): Promise<void> {
  await tx.updateTable('appointments').set({ technician_id: userId }).where('id', '=', id).execute()
}

/**
 * Takes a job of today for the actor. Taking one's own job again changes nothing. Refuses one that another
 * person has as `job_taken`, and one that the actor's list does not show as `not_found`.
 */
export async function takeJob(context: Context, actor: Actor, id: string): Promise<WorkJob> {
  await getWork(context, actor, id)
  await context.database.transaction(async (tx) => {
    const job = await lockJob(tx, actor.scope, id)
    if (job.technician_id !== null && job.technician_id !== actor.id) refuse('job_taken')
    await setTechnician(tx, id, actor.id)
  })
  return getWork(context, actor, id)
}

/** Gives back a job of the actor's own. Giving it back again changes nothing. */
export async function leaveJob(context: Context, actor: Actor, id: string): Promise<WorkJob> {
  const job = await getWork(context, actor, id)
  await context.database.transaction(async (tx) => {
    const { technician_id: technicianId } = await lockJob(tx, actor.scope, id)
    if (technicianId === actor.id) await setTechnician(tx, id, null)
  })
  return { ...job, technician: job.technician?.isYou ? null : job.technician }
}

/** Lists the people of a shop by name. Owners and the desk may do jobs themselves. */
export async function listTechnicians(
  { database: { db } }: Context,
  scope: ShopScope,
  shopId: number,
): Promise<Technician[]> {
  await getOwnShop(db, scope, shopId)
  return db
    .selectFrom('shop_members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['u.id as userId', 'u.name'])
    .where('m.shop_id', '=', shopId)
    .where('u.disabled_at', 'is', null)
    .orderBy('u.name')
    .orderBy('u.id')
    .execute()
}

/**
 * Names the technician of an appointment, or frees it with null. Refuses a person who does not work at its
 * shop as `not_a_member`.
 */
export async function assignTechnician(
  context: Context,
  actor: Actor,
  id: string,
  userId: string | null,
): Promise<void> {
  await context.database.transaction(async (tx) => {
    const job = await lockJob(tx, actor.scope, id)
    if (userId !== null) await requireMember(tx, job.shop_id, userId)
    await setTechnician(tx, id, userId)
  })
}

/** Locks the membership, so that it does not end before the appointment names the person. */
async function requireMember(tx: Queryable, shopId: number, userId: string): Promise<void> {
  const member = await tx
    .selectFrom('shop_members')
    .select('user_id')
    .where('shop_id', '=', shopId)
    .where('user_id', '=', userId)
    .forShare()
    .executeTakeFirst()
  if (!member) refuse('not_a_member', { field: 'userId' })
}
