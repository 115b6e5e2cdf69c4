import type { User } from '../../contract/identity/identity.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Context } from '../context.ts'
import { refundHold, releaseHold } from '../payments/place-hold.ts'
import { recordHoldChange, recordMovement } from '../payments/record-hold.ts'
import { takeStaffAppointment, type StaffAppointment } from './staff-appointment.ts'

type Undo = { kind: 'release' | 'refund'; holdId: string; intentId: string; amountCents: number }

/** What must happen to the money before the appointment may be called cancelled; null when nothing is held. */
function planUndo({ appointment, hold }: StaffAppointment): Undo | null {
  if (hold.provider_intent_id === null) {
    // Nobody knows yet whether the provider holds anything: the claim is settled first.
    return appointment.state === 'claimed'
      ? refuse('card_provider_unavailable', { retryAfterSeconds: 5 })
      : null
  }
  const undo = { holdId: hold.id, intentId: hold.provider_intent_id }
  if (appointment.state === 'completed') {
    return { ...undo, kind: 'refund', amountCents: hold.captured_cents ?? appointment.price_cents }
  }
  return { ...undo, kind: 'release', amountCents: hold.amount_cents }
}

/**
 * Cancels an appointment: a hold is released, a captured payment refunded in full (administrators only; a shop is refused as
 * `not_allowed`). Cancelling a cancelled one changes nothing. The bay is free again once the money is undone.
 */
export async function cancelAppointment(context: Context, actor: User, id: string): Promise<void> {
  const { db } = context.database
  const undo = await db.transaction().execute(async (tx) => {
    const taken = await takeStaffAppointment(tx, actor, id)
    const { state } = taken.appointment
    if (state === 'cancelled') return 'cancelled'
    if (state === 'completed' && actor.role !== 'administrator') return refuse('not_allowed')
    const plan = planUndo(taken)
    if (plan) {
      await recordMovement(tx, {
        appointmentId: id,
        holdId: plan.holdId,
        movement: plan.kind === 'refund' ? 'refund_requested' : 'release_requested',
        amountCents: plan.amountCents,
        reference: plan.intentId,
        at: new Date(context.clock.now()),
      })
    }
    return plan
  })
  if (undo === 'cancelled') return
  if (undo?.kind === 'release') await release(context, actor, id, undo)
  else await finish(context, actor, id, undo ? await refund(context, undo) : null)
}

async function release(context: Context, actor: User, id: string, undo: Undo): Promise<void> {
  const answer = await releaseHold(context, { id: undo.holdId, provider_intent_id: undo.intentId })
  if (answer.kind === 'captured') return refuse('appointment_not_changeable')
  if (answer.kind !== 'released') return refuse('card_provider_unavailable', { retryAfterSeconds: 2 })
  await finish(context, actor, id, { ...undo, reference: undo.intentId })
}

async function refund(context: Context, undo: Undo): Promise<Undo & { reference: string }> {
  const reference = await refundHold(
    context,
    { id: undo.holdId, provider_intent_id: undo.intentId },
    undo.amountCents,
  )
  return reference === null
    ? refuse('card_provider_unavailable', { retryAfterSeconds: 2 })
    : { ...undo, reference }
}

/** Writes down what was undone, once, and that the appointment is cancelled. */
async function finish(
  context: Context,
  actor: User,
  id: string,
  undone: (Undo & { reference: string }) | null,
): Promise<void> {
  const at = new Date(context.clock.now())
  await context.database.db.transaction().execute(async (tx) => {
    const { appointment, hold } = await takeStaffAppointment(tx, actor, id)
    if (appointment.state === 'cancelled') return
    if (undone?.kind === 'release') {
      await recordHoldChange(tx, undone.holdId, {
        from: ['live', 'requires_action', 'requested'],
        to: 'released',
        intentId: undone.intentId,
        at,
      })
    }
    if (undone?.kind === 'refund' && hold.refunded_cents === null) {
      await tx
        .updateTable('holds')
        .set({ refunded_cents: undone.amountCents })
        .where('id', '=', hold.id)
        .execute()
      await recordMovement(tx, {
        appointmentId: id,
        holdId: hold.id,
        movement: 'refunded',
        amountCents: undone.amountCents,
        reference: undone.reference,
        at,
      })
    }
    await tx
      .updateTable('appointments')
      .set({ state: 'cancelled', claim_expires_at: null, sequence: appointment.sequence + 1 })
      .where('id', '=', id)
      .execute()
  })
}
