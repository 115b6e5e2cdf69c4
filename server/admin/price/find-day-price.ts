import { extraCentsOf, priceDueOf, toAgreeOf, type PriceFacts } from '../../../contract/payments/day-price.ts'
import { declineForStaff } from '../../../contract/payments/decline-words.ts'
import { isAllowed } from '../../../contract/identity/permissions.ts'
import { standingAt } from '../../../contract/identity/workplaces.ts'
import type { DayPrice } from '../../../contract/payments/price-endpoints.ts'
import type { Context } from '../../context.ts'
import type { AppointmentRow, HoldRow } from '../../database/rows.ts'
import type { Queryable } from '../../database/open-database.ts'
import {
  coveredCents,
  findSavedCard,
  listOpenHolds,
  onHoldCents,
  uncoveredCents,
} from '../../holds/hold-queries.ts'
import type { Actor } from '../../identity/sessions/shop-scope.ts'
import { askedToAgreeAt, isAskedToAgree } from '../../payments/price/asked-to-agree.ts'
import { findLatestAgreement } from '../../payments/price/find-latest-agreement.ts'
import { findTaxOfTotal } from '../../payments/price/find-tax.ts'
import { listStaffLines } from '../../payments/price/list-price-lines.ts'
import { readPriceFacts } from '../../payments/price/find-price.ts'
import { isPayable } from '../../payments/price/is-payable.ts'
import { findRemovableCents } from '../../payments/price/removable-payments.ts'
import { isRemainingPayment } from '../../payments/price/remaining-payment.ts'
import { shownCardOf } from '../../payments/shown-card.ts'
import { getStaffAppointment } from '../staff-appointment.ts'
import { findPendingRefunds } from '../../payments/refundable.ts'
import { findRefundLeft, sumCaptured } from './refund-left.ts'
import { workFactsOf } from './work-facts.ts'
import { extraPurposes } from '../../payments/price/extra-purposes.ts'

/**
 * The price of an appointment on the day, for its shop. Refuses a missing appointment and one outside the
 * scope with `not_found`.
 */
export async function findDayPrice(context: Context, actor: Actor, id: string): Promise<DayPrice> {
  const { db } = context.database
  const appointment = await getStaffAppointment(db, actor.scope, id)
  const facts = await readPriceFacts(db, appointment)
  const due = priceDueOf(facts)
  const saved = appointment.pays_by === 'card' ? await findSavedCard(db, id) : undefined
  const open = await listOpenHolds(db, id)
  const covered = coveredCents(appointment, open)
  const toAgree = toAgreeOf(due, {
    hasCard: saved !== undefined,
    uncoveredCents: uncoveredCents(appointment, due, open),
  })
  const canChange =
    appointment.state === 'booked' &&
    isAllowed(standingAt(actor, appointment.shop_id), 'price.change', workFactsOf(appointment, context))
  const lines = await listStaffLines(db, id)
  const { packageName, takesTips } = await db
    .selectFrom('packages as p')
    .innerJoin('shops as s', (join) => join.on('s.id', '=', appointment.shop_id))
    .select(['p.name as packageName', 's.takes_tips as takesTips'])
    .where('p.id', '=', appointment.package_id)
    .executeTakeFirstOrThrow()
  // The same sums as the check of a refund.
  const { captured, refunded } = await sumCaptured(db, id)
  return {
    packageName,
    priceCents: appointment.price_cents,
    lines: lines.map((line) => ({ ...line, addedAt: line.addedAt.toISOString() })),
    totalCents: due.totalCents,
    agreedCents: due.agreedCents,
    dueCents: due.dueCents,
    needsAgreement: saved !== undefined && due.isAboveAgreed,
    coveredCents: covered,
    onHoldCents: onHoldCents(open),
    card: saved ? shownCardOf(saved) : null,
    agreement: await findAgreement(db, appointment),
    extra: await findExtra(db, id, extraCentsOf(due, covered)),
    capturedCents: captured,
    refundedCents: refunded,
    refundingCents: await findPendingRefunds(db, { appointmentId: id }),
    payments: await listPayments(db, id, await findRemovable(context, actor, appointment, facts)),
    refunds: await listRefunds(db, id),
    refundableCents: await findRefundLeft(context, actor, appointment),
    taxCents: await findTaxOfTotal(db, appointment, facts),
    takesTips,
    canChange,
    awaitsArrival:
      appointment.state === 'booked' &&
      appointment.work_state === 'booked' &&
      appointment.starts_at.getTime() <= context.clock.now(),
    canAsk: canChange && toAgree !== 'nothing',
    ...(await findAsked(db, id)),
  }
}

/** The latest agreement; null where it has ended with a change of the package. */
async function findAgreement(
  db: Queryable,
  { id, price_cents: priceCents }: AppointmentRow,
): Promise<DayPrice['agreement']> {
  const latest = await findLatestAgreement(db, id)
  if (latest?.price_cents !== priceCents) return null
  return {
    totalCents: latest.total_cents,
    signerName: latest.signer_name,
    agreedAt: latest.agreed_at.toISOString(),
    via: latest.agreed_via,
  }
}

const extraStateOf = {
  requested: 'requested',
  requires_action: 'confirming',
  live: 'held',
  capturing: 'held',
  captured: 'captured',
  refunding: 'captured',
  refunded: 'captured',
  declined: 'refused',
  releasing: 'ended',
  released: 'ended',
  lapsed: 'ended',
} as const satisfies Record<HoldRow['status'], DayPrice['extra']['state']>

/** The latest hold of the extra amount. Without one, the amount that will be needed. */
async function findExtra(db: Queryable, id: string, neededCents: number): Promise<DayPrice['extra']> {
  const hold = await db
    .selectFrom('holds')
    .select(['status', 'amount_cents', 'refusal_sentence'])
    .where('appointment_id', '=', id)
    .where('purpose', 'in', extraPurposes)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!hold) return { state: 'none', amountCents: neededCents, sentence: null }
  const state = extraStateOf[hold.status]
  const refusal = state === 'refused' ? hold.refusal_sentence : null
  return {
    state,
    amountCents: state === 'refused' || state === 'ended' ? neededCents : hold.amount_cents,
    sentence: refusal === null ? null : declineForStaff(refusal),
  }
}

/** The cents of payments at the shop that the actor may remove now, as `removeShopPayment` says. */
async function findRemovable(
  context: Context,
  actor: Actor,
  appointment: AppointmentRow,
  facts: PriceFacts,
): Promise<number> {
  const standing = standingAt(actor, appointment.shop_id)
  const mayRemove = isAllowed(standing, 'payment.recordAtShop', workFactsOf(appointment, context))
  if (!isPayable(appointment, facts) || !mayRemove || appointment.work_state === 'no_show') return 0
  return findRemovableCents(context.database.db, appointment, facts.paidOtherwiseCents)
}

async function listPayments(
  db: Queryable,
  id: string,
  removableCents: number,
): Promise<DayPrice['payments']> {
  const rows = await db
    .selectFrom('shop_payments as p')
    .leftJoin('users as u', 'u.id', 'p.actor_id')
    .select(['p.id', 'p.amount_cents', 'p.method', 'p.recorded_at', 'u.name'])
    .where('p.appointment_id', '=', id)
    .where(isRemainingPayment)
    .orderBy('p.recorded_at')
    .orderBy('p.id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    amountCents: row.amount_cents,
    method: row.method,
    at: row.recorded_at.toISOString(),
    by: row.name,
    isRemovable: row.amount_cents > 0 && row.amount_cents <= removableCents,
  }))
}

async function listRefunds(db: Queryable, id: string): Promise<DayPrice['refunds']> {
  const rows = await db
    .selectFrom('refunds as r')
    .leftJoin('users as u', 'u.id', 'r.actor_id')
    .select(['r.id', 'r.amount_cents', 'r.reason', 'r.status', 'r.requested_at', 'u.name'])
    .where('r.appointment_id', '=', id)
    .orderBy('r.requested_at')
    .orderBy('r.id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    amountCents: row.amount_cents,
    reason: row.reason,
    status: row.status,
    at: row.requested_at.toISOString(),
    by: row.name,
  }))
}

/** When the customer last got a link to agree, and whether it is for the present price. */
async function findAsked(db: Queryable, id: string): Promise<Pick<DayPrice, 'askedAt' | 'isAsked'>> {
  const { asked_at: at, is_asked: isAsked } = await db
    .selectFrom('appointments as a')
    .select([askedToAgreeAt.as('asked_at'), isAskedToAgree.as('is_asked')])
    .where('a.id', '=', id)
    .executeTakeFirstOrThrow()
  return { askedAt: at?.toISOString() ?? null, isAsked }
}
