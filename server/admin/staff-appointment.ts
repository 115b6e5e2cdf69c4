import type { User } from '../../contract/identity/identity.ts'
import { refuse } from '../../contract/refusals.ts'
import { isUuid } from '../database/uuid.ts'
import type { AppointmentRow } from '../appointments/appointment-row.ts'
import type { Queryable } from '../database/open-database.ts'

/**
 * Takes an appointment that the actor may act on: any for an administrator, its own shop's for a shop. Locked until the transaction
 * ends. Refuses a missing and another shop's alike as `not_found`.
 */
export async function takeStaffAppointment(tx: Queryable, actor: User, id: string): Promise<AppointmentRow> {
  if (!isUuid(id)) return refuse('not_found')
  let query = tx
    .selectFrom('appointments as a')
    .selectAll('a')
    .where('a.id', '=', id)
    .where('a.state', '!=', 'released')
    .forUpdate('a')
  if (actor.role !== 'administrator') {
    query = query.where((where) =>
      where.exists(
        where
          .selectFrom('shops as s')
          .select('s.id')
          .whereRef('s.id', '=', 'a.shop_id')
          .where('s.owner_id', '=', actor.id),
      ),
    )
  }
  return (await query.executeTakeFirst()) ?? refuse('not_found')
}
