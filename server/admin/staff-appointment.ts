import type { Selectable } from 'kysely'
import type { User } from '../../contract/identity/identity.ts'
import { refuse } from '../../contract/refusals.ts'
import { isAppointmentId } from '../appointments/own-appointment.ts'
import type { Queryable } from '../database/open-database.ts'
import type { Tables } from '../database/tables.ts'

export type StaffAppointment = {
  appointment: Selectable<Tables['appointments']>
  hold: Selectable<Tables['holds']>
}

/**
 * Takes an appointment that the actor may act on: any for an administrator, its own shop's for a shop, with its latest hold.
 * Locked until the transaction ends. Refuses a missing and another shop's alike as `not_found`.
 */
export async function takeStaffAppointment(
  tx: Queryable,
  actor: User,
  id: string,
): Promise<StaffAppointment> {
  if (!isAppointmentId(id)) return refuse('not_found')
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
  const appointment = await query.executeTakeFirst()
  if (!appointment) return refuse('not_found')
  const hold = await tx
    .selectFrom('holds')
    .selectAll()
    .where('appointment_id', '=', id)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return { appointment, hold }
}
