import type { Context } from '../context.ts'
import type { HoldAnswer } from '../payments/provider/hold-answer.ts'
import { postponeHold } from './request-lease.ts'
import {
  captureHold,
  lookUpHold,
  refundHold,
  releaseHold,
  type PlacedHold,
} from './provider/hold-commands.ts'
import type { AppointmentRow, HoldRow } from '../database/rows.ts'
import { abandonedAfterMs, recordNeverPlaced } from './record-answer.ts'

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
    const found = await lookUpHold(context, hold, appointment.customer_id)
    if (found.kind === 'absent' && hold.changed_at.getTime() + abandonedAfterMs <= context.clock.now())
      await recordNeverPlaced(context, hold)
    return found
  }
  const answer = await ask(context, { ...hold, provider_intent_id: intentId })
  if (answer.kind === 'absent' && hold.status === 'releasing') await recordNeverPlaced(context, hold)
  if (answer.kind === 'unknown' && answer.refused !== undefined) await postponeHold(context, hold.id)
  return answer
}

async function ask(context: Context, hold: HoldRow & PlacedHold): Promise<HoldAnswer> {
  if (hold.status === 'capturing') return captureHold(context, hold, hold.capture_cents ?? hold.amount_cents)
  return hold.status === 'refunding' ? refundHold(context, hold) : releaseHold(context, hold)
}
