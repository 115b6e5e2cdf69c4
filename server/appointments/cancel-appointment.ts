import { refuse } from '../../contract/refusals.ts'
import type { Context } from '../context.ts'
import type { Queryable } from '../database/open-database.ts'
import {
  recordHoldChange,
  recordEndOfAuthorization,
  recordRelease,
  type HoldRow,
} from '../payments/record-hold.ts'
import type { AppointmentRow } from './appointment-row.ts'
import { findSavedCard, listOpenHolds } from './hold-queries.ts'
import { settleHold, settleLeftovers } from './settle-hold.ts'
import { tellCustomer } from './tell-customer.ts'

export type CancelledBy = { id: string; role: 'customer' | 'shop' | 'administrator' }

/**
 * Cancels an appointment that the caller has locked: its bay is free at once, and what is to happen to its money is written down:
 * a hold is released, a captured payment refunded in full. Ask the provider for it after the transaction, by
 * `settleLeftovers`; what that does not reach, the job does. Returns the hold that is being captured at this moment, with which the
 * caller has to be done first, and then nothing is changed.
 */
export async function recordCancellation(
  tx: Queryable,
  context: Context,
  appointment: AppointmentRow,
  by: CancelledBy,
): Promise<HoldRow | null> {
  const at = new Date(context.clock.now())
  const open = await listOpenHolds(tx, appointment.id)
  const capturing = open.find((hold) => hold.status === 'capturing' || isCharge(hold))
  if (capturing) return capturing
  const captured = open.find(({ status }) => status === 'captured')
  for (const hold of open) {
    if (hold !== captured) await recordRelease(tx, hold, at, by.id)
  }
  if (captured) await recordRefund(tx, captured, at, by.id)
  const releasedCents = open.find(({ status }) => status === 'live')?.amount_cents ?? null
  const wasBooked = appointment.state === 'booked'
  const saved = await findSavedCard(tx, appointment.id)
  if (saved) {
    await recordEndOfAuthorization(tx, {
      appointmentId: appointment.id,
      holdId: saved.id,
      priceCents: appointment.price_cents,
      at,
      actorId: by.id,
    })
  }
  const cancelled = await tx
    .updateTable('appointments')
    .set({
      state: 'cancelled',
      claim_expires_at: null,
      hold_failed_at: null,
      sequence: appointment.sequence + 1,
    })
    .where('id', '=', appointment.id)
    .where('state', '=', appointment.state)
    .returningAll()
    .executeTakeFirstOrThrow()
  // A claim was never confirmed to anybody, and a refund brings its own mail once it is made.
  if (wasBooked) {
    await tellCustomer(tx, context, cancelled, { kind: 'appointment_cancelled', by: by.role, releasedCents })
  }
  return null
}

/** A charge in one step that is under way. */
function isCharge({ purpose, status }: HoldRow): boolean {
  return purpose === 'charge' && (status === 'requested' || status === 'requires_action')
}

async function recordRefund(tx: Queryable, hold: HoldRow, at: Date, actorId: string): Promise<void> {
  await recordHoldChange(tx, hold, {
    to: 'refunding',
    at,
    movement: {
      kind: 'refund_requested',
      amountCents: (hold.captured_cents ?? hold.amount_cents) - (hold.refunded_cents ?? 0),
    },
    actorId,
  })
}

/**
 * Cancels by `attempt`, a transaction around `recordCancellation`, and asks the provider for what was decided. A capture that is under
 * way is finished first. Refuses as `card_check_under_way` when that takes too long.
 */
export async function carryOutCancellation(
  context: Context,
  id: string,
  attempt: () => Promise<HoldRow | null>,
): Promise<void> {
  const capturing = await attempt()
  if (capturing) {
    await settleHold(context, capturing.id)
    if (await attempt()) refuse('card_check_under_way', { retryAfterSeconds: 3 })
  }
  await settleLeftovers(context, id)
  context.nudge('notifications.send-outbox')
}
