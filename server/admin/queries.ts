import { paymentStatusOf } from '../../contract/appointments/appointment-states.ts'
import type { AdministratorAppointment } from '../../contract/admin/admin.ts'
import type { User } from '../../contract/identity/identity.ts'
import { formatInstantWithOffset } from '../../contract/time.ts'
import { vehicleOf } from '../catalog/queries.ts'
import { healthOf, holdSummary } from '../appointments/hold-health.ts'
import type { Context } from '../context.ts'

/** The rows an actor may see: every appointment for an administrator, its own shop's for a shop. Latest first. */
export async function listAppointments(context: Context, actor: User): Promise<AdministratorAppointment[]> {
  let query = context.database.db
    .selectFrom('appointments as a')
    .innerJoin('shops as s', 's.id', 'a.shop_id')
    .selectAll('a')
    .select('s.time_zone')
    .select(holdSummary.as('holds'))
    .where('a.state', '!=', 'released')
    .orderBy('a.starts_at', 'desc')
  if (actor.role !== 'administrator') query = query.where('s.owner_id', '=', actor.id)
  const rows = await query.execute()
  return rows.map((row) => ({
    id: row.id,
    customerName: row.customer_name,
    customerEmail: row.customer_email,
    customerPhone: row.customer_phone,
    appointmentDate: formatInstantWithOffset(row.starts_at.getTime(), row.time_zone),
    timeZone: row.time_zone,
    paymentStatus: paymentStatusOf(row.state) ?? 'cancelled',
    vehicleInfo: vehicleOf(row),
    hold: healthOf(row, row.holds, context.clock.now()),
  }))
}
