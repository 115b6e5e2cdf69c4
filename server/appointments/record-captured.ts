import { recordHoldChange, type HoldRow } from '../payments/record-hold.ts'
import {
  abandonedAfterMs,
  cardSeen,
  endUnseenBooking,
  isUnseenBooking,
  releaseOthers,
  type Recording,
  type Told,
} from './hold-recording.ts'
import { openHoldsOf } from './hold-queries.ts'
import { tellCustomer } from './tell-customer.ts'

/**
 * Writes down that the amount was charged, and what went back of it since. An appointment that stands is completed by it, with a receipt;
 * money that came for one that was ended, or already paid, is to go back.
 */
export async function recordCaptured(
  recording: Recording,
  answer: Extract<Told, { kind: 'captured' }>,
): Promise<HoldRow> {
  const { tx, context, appointment, at } = recording
  let { hold } = recording
  if (!['captured', 'refunding', 'refunded'].includes(hold.status)) {
    const { inForce } = openHoldsOf(recording.holds)
    const isDue =
      inForce?.status !== 'captured' && ['claimed', 'booked', 'completed'].includes(appointment.state)
    if (isDue) await releaseOthers(recording)
    // The card was accepted with the charge at the latest, as when somebody charged it at the provider before we knew of the hold.
    const seen = isUnseenBooking(hold) && { live_at: at }
    hold = await recordHoldChange(tx, hold, {
      // Money that came although the appointment was ended, or had been paid, goes back.
      to: isDue ? 'captured' : 'refunding',
      at,
      set: {
        captured_cents: answer.amountCents,
        settled_at: at,
        ...seen,
        ...cardSeen(hold, answer),
      },
      movement: { kind: 'captured', amountCents: answer.amountCents },
    })
    if (isDue) {
      const completed = await tx
        .updateTable('appointments')
        .set({ state: 'completed', claim_expires_at: null, hold_failed_at: null })
        .where('id', '=', appointment.id)
        .returningAll()
        .executeTakeFirstOrThrow()
      await tellCustomer(tx, context, completed, { kind: 'payment_receipt', hold })
    } else {
      hold = await recordRefundRequest(recording, hold)
      await endUnseenBooking(recording)
    }
  }
  return recordRefunded({ ...recording, hold }, answer.refundedCents)
}

async function recordRefundRequest({ tx, at }: Recording, hold: HoldRow): Promise<HoldRow> {
  return recordHoldChange(tx, hold, {
    to: 'refunding',
    at,
    movement: { kind: 'refund_requested', amountCents: hold.captured_cents ?? hold.amount_cents },
  })
}

/** What went back since it was last looked at, whoever asked for it. */
async function recordRefunded(recording: Recording, refundedCents: number): Promise<HoldRow> {
  const { tx, context, appointment, hold, at } = recording
  const fresh = refundedCents - (hold.refunded_cents ?? 0)
  // An older look may be recorded after a newer one; what still differs later does not.
  if (fresh < 0 && at.getTime() - hold.changed_at.getTime() >= abandonedAfterMs) {
    // The bank sent a refund back. The ledger only ever adds: the reconciliation shows it until a person has seen to it.
    context.log.error({ holdId: hold.id, cents: -fresh }, 'a refund did not arrive')
  }
  if (fresh <= 0) return hold
  const refunded = await recordHoldChange(tx, hold, {
    to: refundedCents >= (hold.captured_cents ?? 0) ? 'refunded' : hold.status,
    at,
    set: { refunded_cents: refundedCents },
    movement: { kind: 'refunded', amountCents: fresh },
  })
  await tellCustomer(tx, context, appointment, {
    kind: 'payment_refunded',
    hold: refunded,
    amountCents: fresh,
  })
  return refunded
}
