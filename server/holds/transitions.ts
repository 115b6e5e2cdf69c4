import type { Updateable } from 'kysely'
import {
  nextHoldState,
  statesInForce,
  type HoldEffect,
  type HoldEvent,
  type HoldTransition,
} from '../../contract/payments/hold-states.ts'
import type { LedgerMovement } from '../../contract/payments/payment-state.ts'
import type { AppointmentRow, HoldRow } from '../database/rows.ts'
import { openBesides, openExtrasOf, openHoldsOf, requestOnSavedCard } from './hold-queries.ts'
import { recordFailedAttempt } from './record-failed-attempt.ts'
import { queueCustomerMail } from '../notifications/queue-customer-mail.ts'
import { findFeeLeft } from '../payments/cancellation-fee.ts'
import { findPriceDue } from '../payments/price/find-price.ts'
import { recordSalesTax } from '../payments/price/record-sales-tax.ts'
import type { Queryable } from '../database/open-database.ts'
import type { Tables } from '../database/tables.ts'
import { answersOf } from '../database/transaction.ts'
import { isChargedAtOnce, recordEndOfAuthorization, recordHoldChange } from './record-hold.ts'
import type { HoldUpdate } from './hold-update.ts'

/** The facts of one event that the table of transitions does not hold. */
type EventDetails = {
  /** Columns that the event fills in. */
  set?: Updateable<Tables['holds']>
  /** Cents that move; the amount of the hold where nothing else is said. */
  amountsCents?: Partial<Record<LedgerMovement, number>>
  actorId?: string | null
  /** The effect `serve_purpose`. */
  servePurpose?: () => Promise<void>
  /** For the effect `record_failed_attempt`. */
  refusal?: { sentence: string; wantsPerson: boolean }
}

/**
 * Changes a hold by the table of transitions (`contract/payments/hold-states.ts`), with its ledger rows and
 * its effects. Returns the hold as it is then; an event that changes nothing returns it as it was.
 */
export async function applyHoldEvent(
  update: HoldUpdate,
  event: HoldEvent,
  details: EventDetails = {},
): Promise<HoldRow> {
  const transition = nextHoldState(update.hold.status, event)
  if (transition === 'unchanged') return update.hold
  if (transition.effects.includes('release_other_holds')) await releaseOtherHolds(update)
  const changing = changeHold(update.tx, update.hold, transition, { ...details, at: update.at })
  // Sent together: the purpose is served without reading the changed hold.
  const [hold] = await answersOf(changing, servePurpose(transition, details))
  for (const effect of transition.effects) await carryOut(effect, { ...update, hold }, update.hold, details)
  return hold
}

async function servePurpose({ effects }: HoldTransition, details: EventDetails): Promise<void> {
  if (!effects.includes('serve_purpose')) return
  if (!details.servePurpose) throw new Error('a placed hold has no purpose')
  return details.servePurpose()
}

/** Changes the row of a hold, and writes its ledger rows, one statement for each. */
async function changeHold(
  tx: Queryable,
  hold: HoldRow,
  { to, movements }: HoldTransition,
  { at, set = {}, amountsCents = {}, actorId = null }: EventDetails & { at: Date },
): Promise<HoldRow> {
  const recorded = movements
    // A hold is placed once, however often its news comes.
    .filter((movement) => movement !== 'hold_placed' || hold.live_at === null)
    .map((movement) => ({
      kind: movement === 'hold_declined' && isChargedAtOnce(hold) ? ('capture_declined' as const) : movement,
      amountCents: amountsCents[movement] ?? hold.amount_cents,
    }))
    .filter(({ amountCents }) => amountCents > 0)
  const [first = null, ...others] = recorded
  let changed = await recordHoldChange(tx, hold, { to, at, set, movement: first, actorId })
  for (const movement of others) {
    changed = await recordHoldChange(tx, changed, { to, at, movement, actorId })
  }
  return changed
}

/** Decides that a hold ends. The command to the card provider follows after the transaction. */
export async function decideRelease(
  tx: Queryable,
  hold: HoldRow,
  at: Date,
  actorId: string | null = null,
): Promise<HoldRow> {
  return decide(tx, hold, 'release_decided', { at, actorId })
}

/**
 * Decides that `amountCents` of a live hold are captured. The command to the card provider follows after the
 * transaction.
 */
export async function decideCapture(
  tx: Queryable,
  hold: HoldRow,
  capture: { amountCents: number; at: Date; actorId: string | null },
): Promise<HoldRow> {
  const { amountCents, at, actorId } = capture
  return decide(tx, hold, 'capture_decided', {
    at,
    actorId,
    set: { capture_cents: amountCents },
    amountsCents: { capture_requested: amountCents },
  })
}

/**
 * Decides that the refundable part of a captured hold (`findRefundable`) goes back. The command to the card
 * provider follows after the transaction.
 */
export async function decideRefund(
  tx: Queryable,
  hold: HoldRow,
  refund: { amountCents: number; at: Date; actorId: string | null },
): Promise<HoldRow> {
  const { amountCents, at, actorId } = refund
  return decide(tx, hold, 'refund_decided', {
    at,
    actorId,
    amountsCents: { refund_requested: amountCents },
  })
}

async function decide(
  tx: Queryable,
  hold: HoldRow,
  event: Extract<HoldEvent, `${string}_decided`>,
  details: EventDetails & { at: Date },
): Promise<HoldRow> {
  const transition = nextHoldState(hold.status, event)
  return transition === 'unchanged' ? hold : changeHold(tx, hold, transition, details)
}

/** Ends every other hold for the same amount that is live or being asked for: this one takes its place. */
async function releaseOtherHolds({ tx, hold, holds, at }: HoldUpdate): Promise<void> {
  const { asked, inForce } = openBesides(hold, holds)
  for (const other of [asked, inForce]) {
    if (other && other.id !== hold.id && other.status !== 'captured') await decideRelease(tx, other, at)
  }
}

async function carryOut(
  effect: HoldEffect,
  update: HoldUpdate,
  before: HoldRow,
  { refusal }: EventDetails,
): Promise<void> {
  const { tx, context, appointment, hold, at } = update
  switch (effect) {
    // These two are carried out with the change itself.
    case 'release_other_holds':
    case 'serve_purpose':
      return
    case 'free_slot':
      if (hold.purpose === 'booking') await releaseClaim(tx, appointment.id)
      return
    case 'record_failed_attempt':
      if (!refusal) throw new Error(`the declined hold ${hold.id} has no refusal`)
      if (hold.purpose === 'renewal' || hold.purpose === 'charge')
        await recordFailedAttempt(tx, context, appointment, hold, refusal)
      return
    case 'go_on_capturing':
      return goOnCapturing(update)
    case 'charge_fee':
      return chargeFee(update)
    case 'end_authorization':
      if (before.purpose === 'booking' && before.live_at === null)
        await recordEndOfAuthorization(tx, hold, { priceCents: hold.amount_cents, at, actorId: null })
      return
  }
}

/**
 * Books a claimed appointment. No other code writes the state of an appointment after its claim than this
 * file.
 */
export async function confirmAppointment({ tx, appointment }: HoldUpdate): Promise<void> {
  await tx
    .updateTable('appointments')
    .set({ state: 'booked', claim_expires_at: null })
    .where('id', '=', appointment.id)
    .execute()
}

/**
 * After the price was captured, captures the extra amount from its hold, never more than the customer agreed
 * to. Then the appointment is complete, also where the bank had ended the extra hold: its amount stays due.
 */
async function goOnCapturing(update: HoldUpdate): Promise<void> {
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

async function completeAppointment({ tx, context, appointment, hold, at }: HoldUpdate): Promise<void> {
  const completed = await tx
    .updateTable('appointments')
    .set({ state: 'completed', claim_expires_at: null, hold_failed_at: null })
    .where('id', '=', appointment.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await recordSalesTax(tx, completed, at)
  await queueCustomerMail(tx, context, completed, { kind: 'payment_receipt', hold })
}

/**
 * Charges the fee of a cancelled appointment on the saved card, once no hold is left to take it from. A
 * declined fee stays due: a person decides whether it is tried again.
 */
async function chargeFee({ tx, appointment, hold, holds, at }: HoldUpdate): Promise<void> {
  if (appointment.state !== 'cancelled') return
  const present = holds.map((one) => (one.id === hold.id ? hold : one))
  const isOpen = present.some(({ status }) => status === 'releasing' || statesInForce.includes(status))
  if (isOpen || present.some(({ purpose }) => purpose === 'fee')) return
  const amountCents = await findFeeLeft(tx, appointment.id)
  if (amountCents > 0)
    await requestOnSavedCard(tx, { appointment, purpose: 'fee', amountCents, actorId: null, at })
}

/**
 * Completes a locked appointment that was paid without the product. One that was completed by a card keeps
 * it: only the rest was paid at the shop.
 */
export async function completePaidAtShop(
  tx: Queryable,
  appointment: Pick<AppointmentRow, 'id' | 'state'>,
  at: Date,
): Promise<void> {
  const completed = await tx
    .updateTable('appointments')
    .set({
      state: 'completed',
      hold_failed_at: null,
      ...(appointment.state === 'booked' ? { pays_by: 'at_shop' as const, card_due_at: null } : {}),
    })
    .where('id', '=', appointment.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await recordSalesTax(tx, completed, at)
}

/** Gives the slot of an unpaid claim back. An appointment that is no claim any more stays as it is. */
export async function releaseClaim(tx: Queryable, appointmentId: string): Promise<void> {
  await tx
    .updateTable('appointments')
    .set({ state: 'released', claim_expires_at: null })
    .where('id', '=', appointmentId)
    .where('state', '=', 'claimed')
    .execute()
}

/** Cancels a locked appointment. Its bay is free at once. */
export async function cancelAppointmentRow(
  tx: Queryable,
  appointment: AppointmentRow,
): Promise<AppointmentRow> {
  return tx
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
}
