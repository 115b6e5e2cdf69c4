import type { Context } from '../context.ts'
import type { Queryable } from '../database/open-database.ts'
import { cancelAppointmentRow, decideRefund, decideRelease, refundableCentsOf } from '../holds/transitions.ts'
import type { AppointmentRow, HoldRow } from '../database/rows.ts'
import { recordEndOfAuthorization } from '../holds/record-hold.ts'
import { findCharging, findOpenHolds, findSavedCard } from '../holds/hold-queries.ts'
import { refreshHold, sendPendingCommands } from '../holds/record-outcome.ts'
import { queueCustomerMail } from '../notifications/queue-customer-mail.ts'

type Cancellation = {
  by: { id: string; role: 'customer' | 'shop' | 'administrator' }
  /** Whether a charge that is under way was looked at. Nobody who cancels places one. */
  isRefreshed: boolean
}

/**
 * Cancels an appointment that is locked: its bay is free at once, and what is to happen to its money is written down:
 * a hold is released, a captured payment refunded in full. Ask the provider for it after the transaction, by
 * `sendPendingCommands`; what that does not reach, the job does. Returns the hold that is being charged at this moment, which the caller has
 * to look at first, and then nothing is changed; once it was looked at, it ends like any other.
 */
async function recordCancellation(
  tx: Queryable,
  context: Context,
  appointment: AppointmentRow,
  { by, isRefreshed }: Cancellation,
): Promise<HoldRow | null> {
  const at = new Date(context.clock.now())
  const open = await findOpenHolds(tx, appointment.id)
  const charging = findCharging(open)
  if (charging && !isRefreshed) return charging
  const { asked, inForce } = open
  const captured = inForce?.status === 'captured' ? inForce : undefined
  const held = inForce === captured ? undefined : inForce
  if (asked) await decideRelease(tx, asked, at, by.id)
  if (held) await decideRelease(tx, held, at, by.id)
  if (captured) await decideRefund(tx, captured, at, by.id)
  const wasBooked = appointment.state === 'booked'
  const saved = await findSavedCard(tx, appointment.id)
  if (saved) {
    await recordEndOfAuthorization(tx, saved, {
      priceCents: appointment.price_cents,
      at,
      actorId: by.id,
    })
  }
  const cancelled = await cancelAppointmentRow(tx, appointment)
  // A claim was never confirmed to anybody. What was done and is paid back brings a mail of its own once it is.
  const isToCome = appointment.starts_at > at
  if (wasBooked || (appointment.state === 'completed' && (isToCome || !captured))) {
    const money = captured
      ? ({ kind: 'refunded', amountCents: refundableCentsOf(captured) } as const)
      : held
        ? ({ kind: 'released', amountCents: held.amount_cents } as const)
        : ({ kind: 'nothing_held' } as const)
    await queueCustomerMail(tx, context, cancelled, { kind: 'appointment_cancelled', by: by.role, money })
  }
  return null
}

/**
 * Cancels the appointment that `take` locks, where the actor may, and asks the provider for what was decided. A charge that is under way
 * is looked at first: what is already paid is refunded and not released. Cancelling a cancelled one changes nothing.
 */
export async function cancelLockedAppointment(
  context: Context,
  id: string,
  by: Cancellation['by'],
  take: (tx: Queryable) => Promise<AppointmentRow>,
): Promise<void> {
  const attempt = (isRefreshed: boolean): Promise<HoldRow | null> =>
    context.database.transaction(async (tx) => {
      const appointment = await take(tx)
      if (appointment.state === 'cancelled') return null
      return recordCancellation(tx, context, appointment, { by, isRefreshed })
    })
  const charging = await attempt(false)
  if (charging) {
    await refreshHold(context, charging.id)
    await attempt(true)
  }
  await sendPendingCommands(context, id)
  context.triggerJob('notifications.send-outbox')
}
