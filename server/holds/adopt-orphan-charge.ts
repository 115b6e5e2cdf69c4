import type { Stripe } from 'stripe'
import type { Context } from '../context.ts'
import { isUuid } from '../database/uuid.ts'
import { answerOfIntent } from '../payments/provider/hold-answer.ts'
import { recordOutcome } from './record-outcome.ts'

/**
 * Inserts the lost row of a charge, as after the restore of an older backup, so that its appointment is not
 * charged again. Returns false if the appointment is lost too.
 */
export async function adoptOrphanCharge(context: Context, intent: Stripe.PaymentIntent): Promise<boolean> {
  const { hold_id: holdId = '', appointment_id: appointmentId = '' } = intent.metadata
  if (!isUuid(holdId) || !isUuid(appointmentId)) return false
  const method = intent.payment_method
  const isRegained = await context.database.transaction(async (tx) => {
    const appointment = await tx
      .selectFrom('appointments')
      .select(['id', 'shop_id'])
      .where('id', '=', appointmentId)
      .forUpdate()
      .executeTakeFirst()
    if (!appointment) return false
    await tx
      .insertInto('holds')
      .values({
        id: holdId,
        appointment_id: appointmentId,
        shop_id: appointment.shop_id,
        amount_cents: intent.amount,
        payment_method_id: typeof method === 'string' ? method : (method?.id ?? ''),
        purpose: 'charge',
        provider_intent_id: intent.id,
        // Neither in force nor requested: the answer and the appointment decide the next state.
        status: 'releasing',
        created_at: new Date(intent.created * 1000),
        changed_at: new Date(context.clock.now()),
      })
      // Another process was faster.
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return true
  })
  if (isRegained) await recordOutcome(context, holdId, answerOfIntent(intent))
  return isRegained
}
