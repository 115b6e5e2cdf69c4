import { payerIdOf } from '../payments/provider/provider-customer.ts'
import type { Context } from '../context.ts'
import type { HoldAnswer } from '../payments/provider/hold-answer.ts'
import { findRefundable, hasRefundUnderWay } from '../payments/refundable.ts'
import { postponeHold } from './request-lease.ts'
import {
  captureHold,
  incrementAttempt,
  lookUpHold,
  refundHold,
  releaseHold,
  type PlacedHold,
} from './provider/hold-commands.ts'
import type { AppointmentRow, HoldRow } from '../database/rows.ts'
import { abandonedAfterMs, recordNeverPlaced } from './record-answer.ts'
import { dropRefund } from './record-dispute.ts'
import { settleDisputesOf } from './settle-disputes.ts'

/** A hold with its appointment. */
export type HoldWithAppointment = { hold: HoldRow; appointment: AppointmentRow }

/** Sends a decision about a hold to the provider, again if need be: capture, refund or release. */
export async function sendHoldCommand(
  context: Context,
  { hold, appointment }: HoldWithAppointment,
): Promise<HoldAnswer> {
  const intentId = hold.provider_intent_id
  if (intentId === null) {
    // The hold was ended before its first answer.
    const found = await lookUpHold(context, hold, payerIdOf(appointment))
    if (found.kind === 'absent' && hold.changed_at.getTime() + abandonedAfterMs <= context.clock.now())
      await recordNeverPlaced(context, hold)
    return found
  }
  const answer = await ask(context, { ...hold, provider_intent_id: intentId })
  if (answer.kind === 'absent' && hold.status === 'releasing') await recordNeverPlaced(context, hold)
  if (answer.kind === 'unknown' && answer.refused !== undefined) await postponeHold(context, hold.id)
  return answer
}

/**
 * The provider's refusal of a refund because of a dispute.
 * https://docs.stripe.com/error-codes#charge-disputed
 */
const disputed = 'charge_disputed'

async function ask(context: Context, hold: HoldRow & PlacedHold): Promise<HoldAnswer> {
  if (hold.status === 'capturing') return captureHold(context, hold, hold.capture_cents ?? hold.amount_cents)
  return hold.status === 'refunding' ? refund(context, hold) : releaseHold(context, hold)
}

/**
 * Refunds a hold, less the part that a dispute has returned, as the customer would be paid twice, and less a
 * fee. The refund waits while a dispute is open.
 */
async function refund(context: Context, hold: HoldRow & PlacedHold): Promise<HoldAnswer> {
  // The refunds of parts come first: the provider must not refund their amounts with the rest.
  if (await hasRefundUnderWay(context.database.db, hold.id)) return { kind: 'unknown', answered: true }
  const { isBlocked, refundableCents, returnedCents } = await findRefundable(context.database.db, hold)
  if (isBlocked) return { kind: 'unknown', answered: true, refused: disputed }
  if (refundableCents === 0) {
    await dropRefund(context, hold)
    return { kind: 'unknown', answered: true }
  }
  const answer = await refundHold(context, hold, returnedCents + (hold.fee_cents ?? 0))
  if (answer.kind === 'unknown' && answer.refused === disputed) {
    // The provider repeats this refusal for the key, also after the dispute.
    await incrementAttempt(context, hold)
    // The news of the dispute has not arrived yet.
    await settleDisputesOf(context, hold.provider_intent_id)
  }
  return answer
}
