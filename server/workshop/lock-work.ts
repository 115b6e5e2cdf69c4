import { standingAt } from '../../contract/identity/workplaces.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Context } from '../context.ts'
import type { AppointmentRow } from '../database/rows.ts'
import type { Queryable } from '../database/open-database.ts'
import { isUuid } from '../database/uuid.ts'
import { isDeletedAddress } from '../identity/deleted-person.ts'
import { inScope, requireStillInScope, type Actor } from '../identity/sessions/shop-scope.ts'
import { isInView } from './work-in-view.ts'

export type WorkRow = AppointmentRow & { time_zone: string }

/**
 * Locks the appointment whose work order the actor writes in. Refuses as `not_found` a missing one and one
 * out of scope, for a technician also one that is neither of today nor their own; as `appointment_cancelled`
 * a cancelled one, and as `appointment_not_changeable` one that is not booked yet and one of a deleted
 * account.
 */
export async function lockWork(tx: Queryable, context: Context, actor: Actor, id: string): Promise<WorkRow> {
  if (!isUuid(id)) return refuse('not_found')
  const work = await tx
    .selectFrom('appointments as a')
    .innerJoin('shops as s', 's.id', 'a.shop_id')
    .selectAll('a')
    .select('s.time_zone')
    .where('a.id', '=', id)
    .where('a.state', '<>', 'released')
    .where(inScope(actor.scope, 'a.shop_id'))
    .forUpdate('a')
    .executeTakeFirst()
  if (!work) return refuse('not_found')
  await requireStillInScope(tx, actor.scope, work.shop_id)
  if (standingAt(actor, work.shop_id) === 'technician' && !(await isSeenBy(tx, context, actor, id)))
    return refuse('not_found')
  if (work.state === 'cancelled') return refuse('appointment_cancelled')
  if (work.state === 'claimed' || isDeletedAddress(work.customer_email))
    return refuse('appointment_not_changeable')
  return work
}

/** A statement of its own, after the lock: it sees the step that was recorded while this one waited. */
async function isSeenBy(tx: Queryable, { clock }: Context, actor: Actor, id: string): Promise<boolean> {
  const seen = await tx
    .selectFrom('appointments as a')
    .innerJoin('shops as s', 's.id', 'a.shop_id')
    .select('a.id')
    .where('a.id', '=', id)
    .where(isInView(actor.id, clock.now()))
    .executeTakeFirst()
  return seen !== undefined
}
