import { refuse } from '../../contract/refusals.ts'
import { isUuid } from '../database/uuid.ts'
import type { AppointmentRow } from '../appointments/appointment-row.ts'
import type { Queryable } from '../database/open-database.ts'
import { inScope, type ShopScope } from '../identity/shop-scope.ts'

/**
 * Takes an appointment within the scope, locked until the transaction ends. Refuses a missing one and one out of scope alike as
 * `not_found`.
 */
export async function takeStaffAppointment(
  tx: Queryable,
  scope: ShopScope,
  id: string,
): Promise<AppointmentRow> {
  if (!isUuid(id)) return refuse('not_found')
  const appointment = await tx
    .selectFrom('appointments as a')
    .selectAll('a')
    .where('a.id', '=', id)
    .where('a.state', '!=', 'released')
    .where(inScope(scope, 'a.shop_id'))
    .forUpdate('a')
    .executeTakeFirst()
  return appointment ?? refuse('not_found')
}
