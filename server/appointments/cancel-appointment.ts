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
import { lookAtHold, settleLeftovers } from './settle-hold.ts'
import { tellCustomer } from './tell-customer.ts'

export type Cancellation = {
  by: { id: string; role: 'customer' | 'shop' | 'administrator' }
  /** Whether a charge that is under way was looked at. Nobody who cancels places one. */
  hasLooked: boolean
}

/**
 * Cancels an appointment that the caller has locked: its bay is free at once, and what is to happen to its money is written down:
 * a hold is released, a captured payment refunded in full. Ask the provider for it after the transaction, by
 * `settleLeftovers`; what that does not reach, the job does. Returns the hold that is being charged at this moment, which the caller has
 * to look at first, and then nothing is changed; once it was looked at, it ends like any other.
 */
export async function recordCancellation(
  tx: Queryable,
  context: Context,
  appointment: AppointmentRow,
  { by, hasLooked }: Cancellation,
): Promise<HoldRow | null> {
  const at = new Date(context.clock.now())
  const open = await listOpenHolds(tx, appointment.id)
  const charging = open.find((hold) => hold.status === 'capturing' || isCharge(hold))
  if (charging && !hasLooked) return charging
  const captured = open.find(({ status }) => status === 'captured')
  for (const hold of open) {
    if (hold !== captured) await recordRelease(tx, hold, at, by.id)
  }
  if (captured) await recordRefund(tx, captured, at, by.id)
  const releasedCents =
    open.find(({ status }) => status === 'live' || status === 'capturing')?.amount_cents ?? null
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
  // A claim was never confirmed to anybody. What was done and is paid back brings a mail of its own once it is.
  const isToCome = appointment.starts_at > at
  if (wasBooked || (appointment.state === 'completed' && (isToCome || !captured))) {
    const money = captured
      ? ({ kind: 'refunded', amountCents: captured.captured_cents ?? captured.amount_cents } as const)
      : releasedCents === null
        ? ({ kind: 'nothing_held' } as const)
        : ({ kind: 'released', amountCents: releasedCents } as const)
    await tellCustomer(tx, context, cancelled, { kind: 'appointment_cancelled', by: by.role, money })
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
 * Cancels by `attempt`, a transaction around `recordCancellation`, and asks the provider for what was decided. A charge that is under way
 * is looked at first: what is already paid is refunded and not released.
 */
export async function carryOutCancellation(
  context: Context,
  id: string,
  attempt: (hasLooked: boolean) => Promise<HoldRow | null>,
): Promise<void> {
  const charging = await attempt(false)
  if (charging) {
    await lookAtHold(context, charging.id)
    await attempt(true)
  }
  await settleLeftovers(context, id)
  context.nudge('notifications.send-outbox')
}
