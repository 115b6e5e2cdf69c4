import { paymentStatusOf } from '../../contract/appointments/appointment-states.ts'
import type { AdministratorAppointment } from '../../contract/admin/admin.ts'
import { formatInstantWithOffset } from '../../contract/time.ts'
import { healthOf, holdSummary } from '../appointments/hold-health.ts'
import { vehicleOf } from '../catalog/queries.ts'
import type { Queryable } from '../database/open-database.ts'
import { inScope, type ShopScope } from '../identity/shop-scope.ts'

/** The appointments in scope, with the columns that a row of Appointment Management shows. */
export function selectListed(db: Queryable, scope: ShopScope) {
  return db
    .selectFrom('appointments as a')
    .innerJoin('shops as s', 's.id', 'a.shop_id')
    .innerJoin('packages as p', 'p.id', 'a.package_id')
    .selectAll('a')
    .select(['s.time_zone', 's.business_name', 'p.name as package_name'])
    .select(holdSummary.as('holds'))
    .where('a.state', '!=', 'released')
    .where(inScope(scope, 's.id'))
}

export type ListedRow = Awaited<ReturnType<ReturnType<typeof selectListed>['executeTakeFirstOrThrow']>>

/** A row of Appointment Management at an instant. */
export function toListed(row: ListedRow, now: number): AdministratorAppointment {
  return {
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
    hold: healthOf(row, row.holds, now),
  }
}
