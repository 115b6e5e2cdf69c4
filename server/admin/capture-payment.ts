import type { User } from '../../contract/identity/identity.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Context } from '../context.ts'
import { captureHold } from '../payments/place-hold.ts'
import { recordHoldChange, recordMovement } from '../payments/record-hold.ts'
import { takeStaffAppointment } from './staff-appointment.ts'

/**
 * Captures the price of an appointment from its live hold. Capturing twice is one capture. A shop may once the start time has
 * come (`not_yet_started`). Refuses a cancelled one, one whose card is not held, and a hold that has lapsed.
 */
export async function capturePayment(context: Context, actor: User, id: string): Promise<void> {
  const { db } = context.database
  const asked = await db.transaction().execute(async (tx) => {
    const { appointment, hold } = await takeStaffAppointment(tx, actor, id)
    const now = context.clock.now()
    if (appointment.state === 'completed') return null
    if (appointment.state === 'cancelled') refuse('appointment_cancelled')
    if (actor.role === 'shop' && now < appointment.starts_at.getTime()) refuse('not_yet_started')
    if (appointment.state !== 'booked' || hold.status !== 'live' || hold.provider_intent_id === null) {
      return refuse('appointment_not_changeable')
    }
    await recordMovement(tx, {
      appointmentId: id,
      holdId: hold.id,
      movement: 'capture_requested',
      amountCents: appointment.price_cents,
      reference: hold.provider_intent_id,
      at: new Date(now),
    })
    return {
      hold: { id: hold.id, provider_intent_id: hold.provider_intent_id },
      amountCents: appointment.price_cents,
    }
  })
  if (!asked) return
  const answer = await captureHold(context, asked.hold, asked.amountCents)
  if (answer.kind === 'released') return refuse('hold_lapsed')
  if (answer.kind !== 'captured') return refuse('card_provider_unavailable', { retryAfterSeconds: 2 })
  await db.transaction().execute(async (tx) => {
    await takeStaffAppointment(tx, actor, id)
    await recordHoldChange(tx, asked.hold.id, {
      from: ['live'],
      to: 'captured',
      intentId: answer.intentId,
      capturedCents: answer.amountCents,
      at: new Date(context.clock.now()),
    })
    // What the provider captured is captured, whatever else happened to the row meanwhile.
    await tx
      .updateTable('appointments')
      .set({ state: 'completed', claim_expires_at: null })
      .where('id', '=', id)
      .execute()
  })
}
