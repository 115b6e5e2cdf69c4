import { sql } from 'kysely'
import { customerStatusOf } from '../../contract/booking/appointment-states.ts'
import type { CustomerAppointment } from '../../contract/booking/appointments.ts'
import { decidedFeeOf } from '../../contract/payments/cancellation-fee.ts'
import { moneyMovedOf, type DatedEntry } from '../../contract/payments/money-moved.ts'
import { refuse } from '../../contract/refusals.ts'
import { formatWallTime } from '../../contract/time.ts'
import { installationTimeOf, vehicleOf } from '../catalog/queries.ts'
import type { Context } from '../context.ts'
import { appointmentFitmentOf, fitmentSummary } from './fitment-reviews/fitment-summary.ts'
import type { Queryable } from '../database/open-database.ts'
import { dayPriceOf, ownPrice } from './price/own-price.ts'
import { canWait } from './waiting-list/can-wait.ts'
import { shownFeeOf } from '../payments/cancellation-fee.ts'
import { priceFacts } from '../payments/price/find-price.ts'
import { cardLinkOf } from '../payments/card-link.ts'
import { isLinkOpen } from '../holds/hold-facts.ts'
import { healthOf, holdSummary } from '../holds/hold-health.ts'
import { visitFactsOf } from '../shops/shop-facts.ts'
import { isOnWaitingList } from '../customers/waiting-list.ts'

/** The ledger of an appointment, oldest first, as one column of a query whose appointments are called `a`. */
const ledgerEntries = sql<DatedEntry[]>`(
  select coalesce(json_agg(json_build_object(
    'holdId', l.hold_id, 'movement', l.movement, 'amountCents', l.amount_cents,
    'at', (extract(epoch from l.recorded_at) * 1000)::bigint) order by l.id), '[]')
  from ledger l where l.appointment_id = a.id)`

/** The address for mails about an appointment `a`, as `findMailAddress` chooses it. */
const mailedTo = sql<string>`coalesce(
  (select c.email from customer_addresses c where c.user_id = a.customer_id
    and c.email = lower(a.customer_email) and c.proven_at is not null),
  (select u.email from users u where u.id = a.customer_id))`

/** The mail of the receipt of an appointment `a`; null when it was withheld or could not be delivered. */
const receiptMail = sql<CustomerAppointment['receipt']>`(
  select json_build_object('mailedTo', o.recipient, 'isSent', o.sent_at is not null)
  from outbox o where o.payload ->> 'appointmentId' = a.id::text and o.kind = 'payment_receipt'
    and (o.sent_at is not null or o.given_up_at is null)
  order by o.sent_at is not null desc, o.created_at desc limit 1)`

/** The number of the receipt of an appointment `a`; null until it is paid. */
const receiptNumber = sql<number | null>`(select r.number from receipts r where r.appointment_id = a.id)`

function selectForCustomer(db: Queryable, customerId: string) {
  return db
    .selectFrom('appointments as a')
    .innerJoin('packages as p', 'p.id', 'a.package_id')
    .innerJoin('shops as s', 's.id', 'a.shop_id')
    .select([
      'a.id',
      'a.package_id',
      'a.price_cents',
      'a.starts_at',
      'a.ends_at',
      'a.pays_by',
      'a.hold_attempted_at',
      'a.hold_failed_at',
      'a.card_link_until',
      'a.state',
      'a.claim_expires_at',
      'a.customer_name',
      'a.customer_email',
      'a.customer_phone',
      'a.vehicle_year',
      'a.vehicle_make',
      'a.vehicle_model',
      'a.vehicle_vin',
      'a.shop_id',
      'a.cancellation_reason',
      'a.work_state',
      'a.cancel_fee_cents',
      'a.cancel_fee_from',
      receiptNumber.as('receipt_number'),
      'p.name as package_name',
      'p.shortest_minutes',
      'p.duration_minutes',
      's.business_name',
      's.address',
      's.time_zone',
      's.phone',
      's.parking',
      's.waiting_room',
      's.shuttle',
      's.status as shop_status',
    ])
    .select([holdSummary.as('holds'), ledgerEntries.as('ledger')])
    .select([isOnWaitingList.as('is_waiting'), ownPrice.as('own_price'), priceFacts.as('price')])
    .select([mailedTo.as('mailed_to'), receiptMail.as('receipt'), fitmentSummary.as('fitment')])
    .where('a.customer_id', '=', customerId)
    .where('a.state', '!=', 'released')
}

/** The job takes a wish off the list that can no longer come true; until then it does not show. */
function earlierTimeOf(row: Row, now: number): CustomerAppointment['earlierTime'] {
  const facts = { state: row.state, startsAt: row.starts_at.getTime(), timeZone: row.time_zone }
  if (!canWait(facts, now)) return 'impossible'
  return row.is_waiting ? 'awaited' : 'possible'
}

type Row = Awaited<ReturnType<ReturnType<typeof selectForCustomer>['executeTakeFirstOrThrow']>>

function toCustomerAppointment(context: Context, row: Row): CustomerAppointment {
  const dayPrice = dayPriceOf(row.own_price, { ...row.price, priceCents: row.price_cents })
  const hold = healthOf(row, row.holds, context.clock.now())
  const hasFee = row.shop_status !== 'suspended'
  return {
    id: row.id,
    productId: row.package_id,
    packageName: row.package_name,
    installationTime: installationTimeOf(row),
    durationMinutes: row.duration_minutes,
    price: row.price_cents / 100,
    appointmentDate: formatWallTime(row.starts_at.getTime(), row.time_zone),
    vehicleInfo: vehicleOf(row),
    shopId: row.shop_id,
    shopName: row.business_name,
    shopLocation: row.address,
    visit: visitFactsOf(row),
    timeZone: row.time_zone,
    status: customerStatusOf(row.state) ?? 'cancelled',
    cancellationReason: row.cancellation_reason,
    isShopSuspended: row.shop_status === 'suspended',
    name: row.customer_name,
    email: row.customer_email,
    phone: row.customer_phone,
    mailedTo: row.mailed_to,
    receipt: row.receipt,
    hold,
    money: moneyMovedOf(row.ledger),
    ...(dayPrice && { dayPrice }),
    confirmCardUrl:
      (hold.state === 'no_card' || hold.state === 'unconfirmed' || hold.state === 'failed') &&
      isLinkOpen(row, context.clock.now())
        ? cardLinkOf(context, row.id)
        : null,
    claimedUntil: row.claim_expires_at?.toISOString() ?? null,
    earlierTime: earlierTimeOf(row, context.clock.now()),
    fitment: appointmentFitmentOf(row.fitment, row.starts_at, context.clock.now()),
    workState: row.work_state,
    cancelFee: hasFee && !row.holds.awaitsFitment ? shownFeeOf(row) : null,
    feeAfterCheck: hasFee && row.holds.awaitsFitment ? shownFeeOf(row) : null,
    decidedFee: decidedFeeOf(row.ledger),
    receiptNumber: row.receipt_number,
  }
}

/** A customer's appointments, the next first and the past after them, latest first. */
export async function listCustomerAppointments(
  context: Context,
  customerId: string,
): Promise<CustomerAppointment[]> {
  const upcoming = sql<boolean>`a.starts_at >= ${new Date(context.clock.now())}`
  const rows = await selectForCustomer(context.database.db, customerId)
    .orderBy(sql`${upcoming} desc`)
    .orderBy(sql`case when ${upcoming} then a.starts_at end`)
    .orderBy('a.starts_at', 'desc')
    .execute()
  return rows.map((row) => toCustomerAppointment(context, row))
}

/** One appointment of the customer. Refuses a missing and a foreign one alike, as `not_found`. */
export async function getCustomerAppointment(
  context: Context,
  customerId: string,
  id: string,
): Promise<CustomerAppointment> {
  const row = await selectForCustomer(context.database.db, customerId)
    .where('a.id', '=', id)
    .executeTakeFirst()
  return row ? toCustomerAppointment(context, row) : refuse('not_found')
}
