import type { OwnWork } from '../../contract/workshop/sign-off.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Context } from '../context.ts'
import { isUuid } from '../database/uuid.ts'
import { readWorkOrders } from './work-orders/read-work-orders.ts'

/**
 * The work on the car of a customer's own appointment. Refuses a missing and a foreign one as `not_found`.
 */
export async function findOwnWork(context: Context, customerId: string, id: string): Promise<OwnWork> {
  const row = isUuid(id)
    ? await context.database.db
        .selectFrom('appointments')
        .select(['id', 'package_id', 'vehicle_make', 'work_state'])
        .where('id', '=', id)
        .where('customer_id', '=', customerId)
        .where('state', '!=', 'released')
        .executeTakeFirst()
    : undefined
  if (!row) return refuse('not_found')
  const workOrder = (await readWorkOrders(context, [{ ...row, generation_id: null }])).get(row.id)
  if (!workOrder) return refuse('not_found')
  const { state, since, notes, photos, signOff } = workOrder
  return {
    state,
    since,
    notes: notes.flatMap(({ id, kind, body }) => (kind === 'customer' ? [{ id, body }] : [])),
    photos,
    signOff,
  }
}
