import { askedStates, type HoldEvent } from '../../contract/payments/hold-states.ts'
import { isExtra, openBesides, readHoldsOfAppointment, type HoldWithState } from './hold-queries.ts'
import { queueCustomerMail } from '../notifications/queue-customer-mail.ts'
import type { Context } from '../context.ts'
import { holdColumns } from '../database/columns.ts'
import type { Queryable } from '../database/open-database.ts'
import { leaveToCommit } from '../database/transaction.ts'
import type { HoldAnswer } from '../payments/provider/hold-answer.ts'
import type { HoldRow } from '../database/rows.ts'
import { findFeeLeft } from '../payments/cancellation-fee.ts'
import { findRefundable } from '../payments/refundable.ts'
import { recordCardOutcome, type CardOutcome } from '../payments/card-attempts.ts'
import { recordSalesTax } from '../payments/price/record-sales-tax.ts'
import { insertDuplicate } from './record-hold.ts'
import { lockShop } from '../slots/find-free-bay.ts'
import { lockCustomer } from '../customers/own-appointments.ts'
import { lockForHoldUpdate, type HoldUpdate } from './hold-update.ts'
import { mailOnceHoldsAreRefunded, settleMadeParts } from './settle-refunds.ts'
import { clearHoldFailure, findPurpose } from './serve-purpose.ts'
import { applyHoldEvent } from './transitions.ts'
import { decideRefund, decideRelease } from './change-hold.ts'

/** A hold by the columns that never change. */
export type KnownHold = Pick<HoldRow, 'id' | 'appointment_id' | 'shop_id' | 'purpose'>

/** The answers of a bank about a card. */
const cardOutcomes: Partial<Record<HoldAnswer['kind'], CardOutcome>> = {
  live: 'accepted',
  requires_action: 'authentication',
  declined: 'refused',
}

/** An answer that says something about the hold. */
type Told = Extract<HoldAnswer, { intentId: string | null }>
type Of<Kind extends HoldAnswer['kind']> = Extract<HoldAnswer, { kind: Kind }>

/**
 * A request to the card provider without an answer for this long is over: its process or its time has ended.
 */
export const abandonedAfterMs = 30_000

/**
 * Records an answer of the card provider about a hold, with everything that follows from it for the
 * appointment, the other holds and the mail to send, in one transaction. Every answer comes through here: of
 * a booking, a job, a webhook. The appointment as it is now decides whether the hold is still wanted. The
 * same answer again changes nothing. Returns all holds of the appointment as they are then; those in
 * `releasing` and `refunding` are to be sent to the provider next.
 */
export async function recordHoldAnswer(
  context: Context,
  known: KnownHold,
  answer: Told,
): Promise<HoldWithState[]> {
  const { holds } = await context.database.transaction(async (tx) => {
    if (known.purpose === 'package' && answer.kind === 'live') await lockForPackage(tx, known)
    const isMailed = known.purpose === 'booking' && answer.kind === 'live'
    const update = await lockForHoldUpdate(tx, context, known, { isMailed })
    const { hold } = update
    const isOther = hold.provider_intent_id !== null && answer.intentId !== hold.provider_intent_id
    if (!isOther || answer.intentId === null) {
      await recordAnswer(update, answer)
      const outcome = cardOutcomes[answer.kind]
      // A hold that a job placed has no attempt.
      if (outcome) await leaveToCommit(tx, recordCardOutcome(tx, hold.id, outcome, update.at))
    } else await recordDuplicate(update, answer, answer.intentId)
    const reading = readHoldsOfAppointment(tx, known.id)
    await leaveToCommit(tx, reading)
    return { holds: reading }
  })
  return holds
}

/**
 * Locks the shop and the customer before the appointment: a longer job may need another bay, and must not
 * overlap with another appointment of the customer.
 */
async function lockForPackage(
  tx: Queryable,
  { shop_id: shopId, appointment_id: id }: KnownHold,
): Promise<void> {
  await lockShop(tx, shopId)
  const { customer_id: customerId } = await tx
    .selectFrom('appointments')
    .select('customer_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await lockCustomer(tx, customerId)
}

/**
 * Records a second payment that the provider made for the same hold, as when its first answer was lost and it
 * forgot the idempotency key. The payment gets a row of its own and goes back; one that holds nothing needs
 * no row.
 */
async function recordDuplicate(update: HoldUpdate, answer: Told, intentId: string): Promise<void> {
  const { tx, hold, at } = update
  const known = await tx
    .selectFrom('holds')
    .select(holdColumns)
    .where('provider_intent_id', '=', intentId)
    .executeTakeFirst()
  if (!known && (answer.kind === 'declined' || answer.kind === 'released')) return
  const duplicate = known ?? (await decideRelease(tx, await insertDuplicate(tx, hold, intentId, at), at))
  await recordAnswer({ ...update, hold: duplicate }, answer)
}

async function recordAnswer(update: HoldUpdate, answer: Told): Promise<unknown> {
  // A placed hold is named by the statement that makes it live.
  if (answer.kind === 'live') return recordPlaced(update, answer)
  const named = { ...update, hold: await storeIntentId(update, answer.intentId) }
  switch (answer.kind) {
    case 'requires_action': {
      const { state } = update.appointment
      // An extra amount may be due of a job whose price was captured.
      const isWanted =
        state === 'claimed' || state === 'booked' || (state === 'completed' && isExtra(update.hold))
      return applyHoldEvent(named, isWanted ? 'action_required' : 'action_required_unwanted')
    }
    case 'declined':
      return applyHoldEvent(named, 'declined', {
        set: {
          refusal_sentence: answer.sentence,
          refusal_is_final: answer.isFinal,
          settled_at: update.at,
        },
        refusal: answer,
      })
    case 'captured':
      return recordCaptured(named, answer)
    case 'released':
      return applyHoldEvent(named, answer.lapsed ? 'lapsed' : 'released', { set: { settled_at: update.at } })
  }
}

async function recordPlaced(update: HoldUpdate, answer: Of<'live'>): Promise<unknown> {
  const { tx, hold, holds, at } = update
  const seen = {
    provider_intent_id: answer.intentId,
    looked_at: at,
    capture_before: answer.captureBefore,
    is_extended: answer.features.isExtended,
    can_increment: answer.features.canIncrement,
    overcapture_cents: answer.features.mostCapturableCents,
    ...cardOf(hold, answer),
  }
  // The provider may move the time until which it holds the amount.
  if (hold.status === 'live') return tx.updateTable('holds').set(seen).where('id', '=', hold.id).execute()
  // While another hold is being charged, no other takes its place.
  const isAwaited =
    askedStates.includes(hold.status) && openBesides(hold, holds).inForce?.status !== 'capturing'
  const serve = isAwaited ? await findPurpose(update) : null
  const set = { ...seen, live_at: hold.live_at ?? at, settled_at: at }
  if (!serve)
    return storeIntentId(
      { ...update, hold: await applyHoldEvent(update, 'placed_unwanted', { set }) },
      answer.intentId,
    )
  return applyHoldEvent(update, 'placed', {
    set,
    servePurpose: async () => {
      await clearHoldFailure(update)
      await serve()
    },
  })
}

async function recordCaptured(update: HoldUpdate, answer: Of<'captured'>): Promise<unknown> {
  const { tx, context, appointment, hold, holds, at } = update
  const isFirst = openBesides(hold, holds).inForce?.status !== 'captured'
  const isDue = isFirst && ['claimed', 'booked', 'completed'].includes(appointment.state)
  // Of a cancelled appointment the fee alone is wanted, and never more than that.
  const isFee = isFirst && appointment.state === 'cancelled' && hold.captured_cents === null
  const feeCents = isFee ? Math.min(await findFeeLeft(tx, appointment.id), answer.amountCents) : 0
  const event = isDue ? 'captured' : feeCents > 0 ? 'captured_as_fee' : 'captured_unwanted'
  const charged = await applyHoldEvent(update, event, {
    set: {
      captured_cents: answer.amountCents,
      ...(feeCents > 0 && { fee_cents: feeCents }),
      settled_at: at,
      // The provider's dashboard can charge a booking before its hold was seen live.
      ...(hold.purpose === 'booking' && hold.live_at === null ? { live_at: at } : {}),
      ...cardOf(hold, answer),
    },
    amountsCents: { captured: answer.amountCents, refund_requested: answer.amountCents },
  })
  if (feeCents > 0)
    await queueCustomerMail(tx, context, appointment, { kind: 'payment_receipt', hold: charged, feeCents })
  const excessCents = feeCents > 0 ? answer.amountCents - feeCents : 0
  const kept =
    excessCents > 0
      ? await decideRefund(tx, charged, { amountCents: excessCents, at, actorId: null })
      : charged
  return recordRefunded({ ...update, hold: kept }, answer)
}

/** Records the part of a captured amount that went back since it was last looked at. */
async function recordRefunded(
  update: HoldUpdate,
  { refundedCents, partRefunds }: Of<'captured'>,
): Promise<void> {
  const { tx, context, appointment, hold, at } = update
  const partsCents = await settleMadeParts(update, partRefunds)
  const newCents = refundedCents - (hold.refunded_cents ?? 0)
  // An older answer may be recorded after a newer one; only a difference that lasts is an error.
  if (newCents < 0 && at.getTime() - hold.changed_at.getTime() >= abandonedAfterMs) {
    // The bank sent a refund back. The ledger only ever adds: the reconciliation shows it until a person has
    // seen to it.
    context.log.error({ holdId: hold.id, cents: -newCents }, 'a refund did not arrive')
  }
  if (newCents <= 0) return
  const left = await findRefundable(tx, { ...hold, refunded_cents: refundedCents })
  const isWhole = refundedCents >= (hold.captured_cents ?? 0)
  // After a lost dispute the rest is all that can go back, and of a capture with a fee the rest beside it.
  const isRest = !left.isBlocked && left.refundableCents === 0
  const isAllButFee = isRest && !isWhole && hold.fee_cents !== null
  const event: HoldEvent = isAllButFee
    ? 'refunded_to_fee'
    : isWhole || isRest
      ? 'refunded_in_full'
      : 'refunded_in_part'
  const refunded = await applyHoldEvent(update, event, {
    set: { refunded_cents: refundedCents },
    amountsCents: { refunded: newCents },
  })
  await recordSalesTax(tx, appointment, at)
  // Refunds of parts have mails of their own.
  const amountCents = newCents - partsCents
  if (amountCents <= 0) return
  if (hold.status === 'refunding') return mailOnceHoldsAreRefunded({ ...update, hold: refunded })
  await queueCustomerMail(tx, context, appointment, { kind: 'payment_refunded', hold: refunded, amountCents })
}

/**
 * Gives up a hold, as it was read before the provider answered that it knows no such hold. Should the request
 * still arrive there, its webhook brings the hold back and it is released.
 */
export async function recordNeverPlaced(context: Context, before: HoldRow): Promise<void> {
  await context.database.transaction(async (tx) => {
    const update = await lockForHoldUpdate(tx, context, before)
    // An answer came in between.
    if (update.hold.provider_intent_id !== before.provider_intent_id) return
    await applyHoldEvent(update, 'never_placed', { set: { settled_at: update.at } })
  })
}

/** Stores the id of the provider's payment, the first time that it is known. */
async function storeIntentId({ tx, hold }: HoldUpdate, intentId: string | null): Promise<HoldRow> {
  if (hold.provider_intent_id !== null || intentId === null) return hold
  return tx
    .updateTable('holds')
    .set({ provider_intent_id: intentId })
    .where('id', '=', hold.id)
    .returning(holdColumns)
    .executeTakeFirstOrThrow()
}

/** The card of an answer; a part that the provider does not say stays as it was. */
function cardOf(hold: HoldRow, { paymentMethodId, card }: Of<'live'> | Of<'captured'>) {
  return {
    payment_method_id: paymentMethodId ?? hold.payment_method_id,
    card_brand: card?.brand ?? hold.card_brand,
    card_last_four: card?.lastFour ?? hold.card_last_four,
    card_wallet: card ? card.wallet : hold.card_wallet,
  }
}
