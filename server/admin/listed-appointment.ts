import { sql } from 'kysely'
import { paymentStatusOf } from '../../contract/booking/appointment-states.ts'
import type { AdministratorAppointment, PaymentShown } from '../../contract/admin/admin.ts'
import type { JobOfDay } from '../../contract/admin/attention.ts'
import { closedStatuses, disputePhaseOf } from '../../contract/payments/dispute-states.ts'
import { priceDueOf } from '../../contract/payments/day-price.ts'
import { paymentShownOf } from '../../contract/payments/payment-words.ts'
import { formatInstantWithOffset } from '../../contract/time.ts'
import { healthOf, holdSummary, type HoldSummary } from '../holds/hold-health.ts'
import { vehicleOf } from '../catalog/queries.ts'
import type { Queryable } from '../database/open-database.ts'
import { inScope, type ShopScope } from '../identity/sessions/shop-scope.ts'
import { isAskedToAgree } from '../payments/price/asked-to-agree.ts'
import { priceFacts } from '../payments/price/find-price.ts'

/** The status of the dispute of an appointment `a` that counts most: an open one, else a lost one. */
export const chiefDispute = sql<string | null>`(
  select d.status from disputes d where d.appointment_id = a.id
  order by d.status = any(${closedStatuses}), d.status <> 'lost', d.opened_at desc, d.id limit 1)`

/** Selects the appointments in scope with the columns of a row in Appointment Management. */
export function selectListed(db: Queryable, scope: ShopScope) {
  return db
    .selectFrom('appointments as a')
    .innerJoin('shops as s', 's.id', 'a.shop_id')
    .innerJoin('packages as p', 'p.id', 'a.package_id')
    .innerJoin('bays as b', 'b.id', 'a.bay_id')
    .leftJoin('users as t', 't.id', 'a.technician_id')
    .selectAll('a')
    .select(['s.time_zone', 's.business_name', 'p.name as package_name', 'b.name as bay_name'])
    .select('t.name as technician_name')
    .select([holdSummary.as('holds'), chiefDispute.as('dispute_status'), priceFacts.as('price')])
    .select(isAskedToAgree.as('is_asked'))
    .where('a.state', '!=', 'released')
    .where(inScope(scope, 's.id'))
}

export type ListedRow = Awaited<ReturnType<ReturnType<typeof selectListed>['executeTakeFirstOrThrow']>>

/** The person who does the job of a row, if one is named. */
export function technicianOf({
  technician_id: userId,
  technician_name: name,
}: {
  technician_id: string | null
  technician_name: string | null
}): JobOfDay['technician'] {
  return userId === null ? null : { userId, name: name ?? '' }
}

/** A row for a reader who may not see the customer's email. */
export function withoutEmail(listed: AdministratorAppointment): AdministratorAppointment {
  return { ...listed, customerEmail: '', contactId: null }
}

/** The badge of the payment of a row, and the fact beside it. `now` in epoch milliseconds. */
export function shownPaymentOf(
  row: Parameters<typeof healthOf>[0] & { holds: HoldSummary; dispute_status: string | null },
  now: number,
): PaymentShown {
  return paymentShownOf({
    status: paymentStatusOf(row.state, row.pays_by) ?? 'cancelled',
    hold: healthOf(row, row.holds, now),
    capturedCents: row.holds.capturedCents ?? 0,
    refundedCents: row.holds.refundedCents ?? 0,
    feeCents: row.holds.feeCents ?? 0,
    dispute: row.dispute_status === null ? null : disputePhaseOf(row.dispute_status),
  })
}

/** Whether the shop still has to answer if the package of a booked appointment fits. */
export function isFitmentAwaited({ state, holds }: Pick<ListedRow, 'state' | 'holds'>): boolean {
  return state === 'booked' && holds.awaitsFitment
}

/** The due amount of a row, whether its customer must agree before the card is charged, and has a link. */
export function dueOf({ price, price_cents: priceCents, pays_by: paysBy, is_asked: isAsked }: ListedRow) {
  const { dueCents, isAboveAgreed } = priceDueOf({ ...price, priceCents })
  const needsAgreement = paysBy === 'card' && isAboveAgreed
  return { dueCents, needsAgreement, awaitsAgreement: needsAgreement && isAsked }
}

/** A row of Appointment Management at the instant `now` (epoch milliseconds). */
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
    bayName: row.bay_name,
    packageName: row.package_name,
    priceCents: row.price_cents,
    ...dueOf(row),
    paymentStatus: paymentStatusOf(row.state, row.pays_by) ?? 'cancelled',
    vehicleInfo: vehicleOf(row),
    hold: healthOf(row, row.holds, now),
    awaitsFitment: isFitmentAwaited(row),
    dispute: row.dispute_status === null ? null : disputePhaseOf(row.dispute_status),
    payment: shownPaymentOf(row, now),
    contactId: row.contact_id,
    technician: technicianOf(row),
    workState: row.work_state,
  }
}
