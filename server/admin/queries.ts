import type * as z from 'zod/mini'
import { paymentStatusOf } from '../../contract/appointments/appointment-states.ts'
import type { AdministratorAppointment } from '../../contract/admin/admin.ts'
import type { appointmentListQuery } from '../../contract/admin/appointment-list.ts'
import type { User } from '../../contract/identity/identity.ts'
import { formatInstantWithOffset } from '../../contract/time.ts'
import { vehicleOf } from '../catalog/queries.ts'
import { healthOf, holdSummary } from '../appointments/hold-health.ts'
import type { Context } from '../context.ts'

export type AppointmentPage = {
  appointments: AdministratorAppointment[]
  /** What to ask for after this page; null on the last one, and when everything was asked for. */
  nextAfter: string | null
  /** How many there are in all, '1000+' past a thousand; null when everything was asked for. */
  total: string | null
}

/** The rows an actor may see: every appointment for an administrator, its own shop's for a shop. Latest first. */
export async function listAppointments(
  context: Context,
  actor: User,
  _query: z.infer<typeof appointmentListQuery>,
): Promise<AppointmentPage> {
  let query = context.database.db
    .selectFrom('appointments as a')
    .innerJoin('shops as s', 's.id', 'a.shop_id')
    .innerJoin('packages as p', 'p.id', 'a.package_id')
    .selectAll('a')
    .select(['s.time_zone', 's.business_name', 'p.name as package_name'])
    .select(holdSummary.as('holds'))
    .where('a.state', '!=', 'released')
    .orderBy('a.starts_at', 'desc')
  if (actor.role !== 'administrator') query = query.where('s.owner_id', '=', actor.id)
  const rows = await query.execute()
  const appointments = rows.map((row) => ({
    id: row.id,
    customerName: row.customer_name,
    customerEmail: row.customer_email,
    customerPhone: row.customer_phone,
    appointmentDate: formatInstantWithOffset(row.starts_at.getTime(), row.time_zone),
    endsAt: formatInstantWithOffset(row.ends_at.getTime(), row.time_zone),
    timeZone: row.time_zone,
    shopId: row.shop_id,
    shopName: row.business_name,
    packageName: row.package_name,
    priceCents: row.price_cents,
    paymentStatus: paymentStatusOf(row.state) ?? 'cancelled',
    vehicleInfo: vehicleOf(row),
    hold: healthOf(row, row.holds, context.clock.now()),
  }))
  return { appointments, nextAfter: null, total: null }
}
