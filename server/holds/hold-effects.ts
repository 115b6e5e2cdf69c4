import { statesInForce } from '../../contract/payments/hold-states.ts'
import { findFeeLeft } from '../payments/cancellation-fee.ts'
import { findPriceDue } from '../payments/price/find-price.ts'
import { completeAppointment } from './appointment-state.ts'
import { decideCapture, decideRelease } from './change-hold.ts'
import { openBesides, openExtrasOf, openHoldsOf, requestOnSavedCard } from './hold-queries.ts'
import type { HoldUpdate } from './hold-update.ts'

/** Ends every other hold for the same amount that is live or being asked for: this one takes its place. */
export async function releaseOtherHolds({ tx, hold, holds, at }: HoldUpdate): Promise<void> {
  const { asked, inForce } = openBesides(hold, holds)
  for (const other of [asked, inForce]) {
    if (other && other.id !== hold.id && other.status !== 'captured') await decideRelease(tx, other, at)
  }
}

/**
 * After the price was captured, captures the extra amount from its hold, never more than the customer agreed
 * to. Then the appointment is complete, also where the bank had ended the extra hold: its amount stays due.
 */
export async function goOnCapturing(update: HoldUpdate): Promise<void> {
  const { tx, appointment, at } = update
  const holds = update.holds.map((one) => (one.id === update.hold.id ? update.hold : one))
  const price = openHoldsOf(holds).inForce
  if (price?.status !== 'captured') return
  const extra = openExtrasOf(holds)
  if (extra.inForce?.status === 'capturing') return
  if (extra.asked) await decideRelease(tx, extra.asked, at)
  if (extra.inForce?.status === 'live') {
    const due = await findPriceDue(tx, appointment)
    const amountCents = Math.min(extra.inForce.amount_cents, due.dueCents)
    if (amountCents > 0 && !due.isAboveAgreed) {
      await decideCapture(tx, extra.inForce, { amountCents, at, actorId: null })
      return
    }
    await decideRelease(tx, extra.inForce, at)
  }
  await completeAppointment({ ...update, hold: price })
}

/**
 * Charges the fee of a cancelled appointment on the saved card, once no hold is left to take it from. A
 * declined fee stays due: a person decides whether it is tried again.
 */
export async function chargeFee({ tx, appointment, hold, holds, at }: HoldUpdate): Promise<void> {
  if (appointment.state !== 'cancelled') return
  const present = holds.map((one) => (one.id === hold.id ? hold : one))
  const isOpen = present.some(({ status }) => status === 'releasing' || statesInForce.includes(status))
  if (isOpen || present.some(({ purpose }) => purpose === 'fee')) return
  const amountCents = await findFeeLeft(tx, appointment.id)
  if (amountCents > 0)
    await requestOnSavedCard(tx, { appointment, purpose: 'fee', amountCents, actorId: null, at })
}
