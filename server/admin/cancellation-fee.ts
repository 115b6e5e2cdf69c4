import { isAllowed, type Action } from '../../contract/identity/permissions.ts'
import { staffRoleOf, standingAt } from '../../contract/identity/workplaces.ts'
import { formatCents } from '../../contract/money.ts'
import { refuse } from '../../contract/refusals.ts'
import { cancelLockedAppointment } from '../booking/cancel-appointment.ts'
import type { Context } from '../context.ts'
import type { Queryable } from '../database/open-database.ts'
import type { AppointmentRow } from '../database/rows.ts'
import { holdColumns } from '../database/columns.ts'
import { listOpenHolds, requestOnSavedCard } from '../holds/hold-queries.ts'
import { requireTriesLeft } from '../holds/limit-charges.ts'
import { sendPendingCommands } from '../holds/record-outcome.ts'
import { decideRefund } from '../holds/change-hold.ts'
import type { Actor } from '../identity/sessions/shop-scope.ts'
import { findFee, findFeeLeft } from '../payments/cancellation-fee.ts'
import { recordMovementWithoutHold } from '../payments/record-movement-without-hold.ts'
import { requireRefundable } from '../payments/refundable.ts'
import { lockStaffAppointment } from './staff-appointment.ts'

/** Locks an appointment in scope. Refuses an actor who may not do this there as `not_allowed`. */
async function lockFor(
  tx: Queryable,
  actor: Actor,
  id: string,
  action: Extract<Action, `fee.${string}`>,
): Promise<AppointmentRow> {
  const appointment = await lockStaffAppointment(tx, actor.scope, id)
  return isAllowed(standingAt(actor, appointment.shop_id), action) ? appointment : refuse('not_allowed')
}

/**
 * Charges the fee that the customer agreed to: for a no-show, which it cancels, or the fee of a cancelled
 * appointment that is still due. The same call again charges nothing more, and two at once make one charge. A
 * declined card leaves the fee due. Refuses an amount other than agreed to as `fee_changed`, an appointment
 * without a fee as `appointment_not_changeable`, as `card_refused` a card that was declined too often or for
 * good, and as `card_check_under_way` while another charge is on its way.
 */
export async function chargeFee(
  context: Context,
  actor: Actor,
  id: string,
  shownCents: number,
): Promise<void> {
  await retryFee(context, actor, id, shownCents)
  await cancelLockedAppointment(
    context,
    id,
    { id: actor.id, role: staffRoleOf(actor), feeOf: () => shownCents },
    async (tx) => {
      const appointment = await lockFor(tx, actor, id, 'fee.charge')
      if (appointment.state === 'cancelled') return appointment
      const feeCents = appointment.cancel_fee_cents
      if (appointment.state !== 'booked' || appointment.work_state !== 'no_show' || feeCents === null)
        return refuse('appointment_not_changeable', { sentence: noFee })
      if (feeCents !== shownCents) refuse('fee_changed', { sentence: agreedSentence(feeCents) })
      return appointment
    },
  )
}

/** Asks for another charge of a fee that is due; `cancelLockedAppointment` sends it. */
async function retryFee(context: Context, actor: Actor, id: string, shownCents: number): Promise<void> {
  await context.database.transaction(async (tx) => {
    const appointment = await lockFor(tx, actor, id, 'fee.charge')
    if (appointment.state !== 'cancelled') return
    const decidedCents = await findFee(tx, id)
    if (decidedCents === 0) return refuse('appointment_not_changeable', { sentence: noFee })
    if (decidedCents !== shownCents) refuse('fee_changed', { sentence: agreedSentence(decidedCents) })
    const amountCents = await findFeeLeft(tx, id)
    // Captured already, or on its way.
    if (amountCents === 0 || (await listOpenHolds(tx, id)).length > 0) return
    await requireTriesLeft(tx, { appointmentId: id, purpose: 'fee', now: context.clock.now() })
    await requestOnSavedCard(tx, {
      appointment,
      purpose: 'fee',
      amountCents,
      actorId: actor.id,
      at: new Date(context.clock.now()),
    })
  })
}

const noFee = 'There is no fee to charge for this appointment.'

function agreedSentence(feeCents: number): string {
  return `The customer agreed to a fee of ${formatCents(feeCents)}. Nothing was charged.`
}

/**
 * Decides that a fee which is due is not taken. Waived twice it stays waived. Refuses an appointment without
 * a due fee as `appointment_not_changeable`, and as `card_check_under_way` while the fee is being charged.
 */
export async function waiveFee(context: Context, actor: Actor, id: string): Promise<void> {
  await context.database.transaction(async (tx) => {
    const appointment = await lockFor(tx, actor, id, 'fee.charge')
    const feeCents = await findFeeLeft(tx, id)
    if (feeCents === 0) {
      if (appointment.state === 'cancelled' && (await isWaived(tx, id))) return
      refuse('appointment_not_changeable', { sentence: 'No fee is due for this appointment.' })
    }
    if ((await listOpenHolds(tx, id)).length > 0) refuse('card_check_under_way', { retryAfterSeconds: 3 })
    await recordMovementWithoutHold(tx, appointment, {
      movement: 'fee_waived',
      amountCents: feeCents,
      at: new Date(context.clock.now()),
      actorId: actor.id,
    })
  })
}

/**
 * Refunds the charged fee of a cancelled appointment in full. The same call again changes nothing. Refuses an
 * appointment without a charged fee as `appointment_not_changeable`, and as `payment_disputed` while a
 * dispute is open.
 */
export async function refundFee(context: Context, actor: Actor, id: string): Promise<void> {
  await context.database.transaction(async (tx) => {
    const appointment = await lockFor(tx, actor, id, 'fee.refund')
    const charged = await tx
      .selectFrom('holds')
      .select(holdColumns)
      .where('appointment_id', '=', id)
      .where('fee_cents', 'is not', null)
      .executeTakeFirst()
    if (!charged) {
      if (appointment.state === 'cancelled' && (await isWaived(tx, id))) return
      return refuse('appointment_not_changeable', { sentence: 'No fee was charged for this appointment.' })
    }
    // The rest beside the fee is on its way back.
    if (charged.status !== 'captured') refuse('card_check_under_way', { retryAfterSeconds: 3 })
    const at = new Date(context.clock.now())
    const { refundableCents } = await requireRefundable(tx, { ...charged, fee_cents: null })
    await tx.updateTable('holds').set({ fee_cents: null }).where('id', '=', charged.id).execute()
    await recordMovementWithoutHold(tx, appointment, {
      movement: 'fee_waived',
      amountCents: charged.fee_cents ?? 0,
      at,
      actorId: actor.id,
    })
    if (refundableCents > 0)
      await decideRefund(tx, charged, { amountCents: refundableCents, at, actorId: actor.id })
  })
  await sendPendingCommands(context, id)
  context.triggerJob('notifications.send-outbox')
}

async function isWaived(tx: Queryable, appointmentId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('ledger')
    .select('id')
    .where('appointment_id', '=', appointmentId)
    .where('movement', '=', 'fee_waived')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
