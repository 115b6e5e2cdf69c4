import { payerIdOf } from '../payments/provider/provider-customer.ts'
import { claimMinutes, type AppointmentState } from '../../contract/booking/appointment-states.ts'
import type { Context } from '../context.ts'
import { appointmentColumns, holdColumns } from '../database/columns.ts'
import type { HoldAnswer } from '../payments/provider/hold-answer.ts'
import { isExtra, readHoldsOfAppointment, type HoldWithState } from './hold-queries.ts'
import { cancelDeclined, confirmAuthenticated, lookUpHold, releaseHold } from './provider/hold-commands.ts'
import { recordHoldAnswer, recordNeverPlaced, type KnownHold } from './record-answer.ts'
import type { HoldRow } from '../database/rows.ts'
import { releaseUnpaidClaim } from './release-unpaid-claim.ts'
import { sendHoldCommand, type HoldWithAppointment } from './send-hold-command.ts'

/**
 * A hold as its row is now, and the state of its appointment. With a client secret the customer confirms the
 * card.
 */
export type HoldResult = { hold: HoldRow; appointmentState: AppointmentState; clientSecret: string | null }

/** Records an answer of the card provider about a hold, and sends the commands that follow from it. */
export async function recordOutcome(
  context: Context,
  holdId: string,
  answer: HoldAnswer,
): Promise<HoldResult> {
  return recordOutcomeOf(context, await readHold(context, holdId), answer)
}

function readHold({ database }: Context, holdId: string): Promise<HoldRow> {
  return database.db
    .selectFrom('holds')
    .select(holdColumns)
    .where('id', '=', holdId)
    .executeTakeFirstOrThrow()
}

/** As `recordOutcome`, for a hold that was read before. */
export async function recordOutcomeOf(
  context: Context,
  known: KnownHold,
  answer: HoldAnswer,
): Promise<HoldResult> {
  const holds = await recordIfTold(context, known, answer)
  if (answer.kind === 'declined' && answer.intentId !== null) await cancelDeclined(context, answer.intentId)
  const pending = holds.filter(
    ({ id, status, purpose }) =>
      status === 'releasing' ||
      status === 'refunding' ||
      // The extra amount follows the price.
      (status === 'capturing' && id !== known.id && isExtra({ purpose })),
  )
  await sendEach(context, pending)
  context.triggerJob('notifications.send-outbox')
  const result = pending.length > 0 ? await readHoldResult(context, known.id) : resultAmong(holds, known.id)
  if (answer.kind !== 'requires_action' || result.hold.status !== 'requires_action') return result
  // The secret of a duplicate payment, which goes back, is given to no customer.
  const { intentId, clientSecret, isAuthenticated } = answer
  if (result.hold.provider_intent_id !== intentId) return refreshConfirmation(context, known.id)
  if (!isAuthenticated) return { ...result, clientSecret }
  const confirmed = await confirmAuthenticated(context, { ...result.hold, provider_intent_id: intentId })
  return recordOutcomeOf(context, known, confirmed)
}

/**
 * The holds of the appointment after the answer. An answer that says nothing about the hold is not recorded.
 */
async function recordIfTold(
  context: Context,
  known: KnownHold,
  answer: HoldAnswer,
): Promise<HoldWithState[]> {
  if (answer.kind === 'absent' || answer.kind === 'unknown')
    return readHoldsOfAppointment(context.database.db, known.id)
  return recordHoldAnswer(context, known, answer)
}

/** A hold as it is now, without a client secret. */
export async function readHoldResult(context: Context, holdId: string): Promise<HoldResult> {
  return resultAmong(await readHoldsOfAppointment(context.database.db, holdId), holdId)
}

function resultAmong(holds: readonly HoldWithState[], holdId: string): HoldResult {
  const found = holds.find(({ id }) => id === holdId)
  if (!found) throw new Error(`there is no hold ${holdId}`)
  const { appointment_state: appointmentState, ...hold } = found
  return { hold, appointmentState, clientSecret: null }
}

/** A hold with its appointment, without a lock. */
export async function readHoldWithAppointment(
  context: Context,
  holdId: string,
): Promise<HoldWithAppointment> {
  const hold = await readHold(context, holdId)
  const appointment = await context.database.db
    .selectFrom('appointments')
    .select(appointmentColumns)
    .where('id', '=', hold.appointment_id)
    .executeTakeFirstOrThrow()
  return { hold, appointment }
}

/** Looks up a hold at the card provider and records its state, without sending a decision about it. */
export async function refreshHold(context: Context, holdId: string): Promise<HoldResult> {
  const { hold, appointment } = await readHoldWithAppointment(context, holdId)
  return recordOutcome(context, holdId, await lookUpHold(context, hold, payerIdOf(appointment)))
}

/**
 * Looks up a hold that waits for the customer's confirmation, and finishes one that is confirmed. One whose
 * time is over is ended.
 */
export async function refreshConfirmation(context: Context, holdId: string): Promise<HoldResult> {
  const subject = await readHoldWithAppointment(context, holdId)
  const { hold, appointment } = subject
  const found = await lookUpHold(context, hold, payerIdOf(appointment))
  const isOver = isConfirmationOver(context, subject)
  if (isOver && found.kind === 'absent') await recordNeverPlaced(context, hold)
  if (isOver && found.kind === 'unknown') await releaseExpiredClaim(context, subject)
  const result = await recordOutcome(context, holdId, found)
  const isStillOpen = found.kind === 'requires_action' && result.hold.status === 'requires_action'
  return isOver && isStillOpen ? giveUpConfirmation(context, subject) : result
}

/**
 * Frees the slot of a claim whose time is over while the card provider gives no answer about its hold. Money
 * that the provider reports later goes back.
 */
export async function releaseExpiredClaim(
  context: Context,
  { appointment }: HoldWithAppointment,
): Promise<void> {
  if (!isClaimExpired(context, appointment)) return
  context.log.warn({ appointmentId: appointment.id }, 'a claim ends without an answer of the card provider')
  await context.database.transaction((tx) =>
    releaseUnpaidClaim(tx, appointment.id, { at: new Date(context.clock.now()), actorId: null }),
  )
}

/** Whether an unpaid claim has had its time. */
export function isClaimExpired({ clock }: Context, appointment: HoldWithAppointment['appointment']): boolean {
  const until = appointment.claim_expires_at
  return appointment.state === 'claimed' && until !== null && until.getTime() <= clock.now()
}

function isConfirmationOver({ clock }: Context, { hold, appointment }: HoldWithAppointment): boolean {
  if (hold.purpose === 'booking') {
    return appointment.claim_expires_at === null || appointment.claim_expires_at.getTime() <= clock.now()
  }
  const until = hold.created_at.getTime() + claimMinutes * 60_000
  const isOpen =
    appointment.state === 'booked' || (appointment.state === 'completed' && hold.purpose === 'extra')
  return !isOpen || until <= clock.now()
}

/** Ends the payment at the provider first, so that a confirmation of the last second still counts. */
async function giveUpConfirmation(context: Context, subject: HoldWithAppointment): Promise<HoldResult> {
  const { hold } = subject
  const intentId = hold.provider_intent_id
  if (intentId === null) return readHoldResult(context, hold.id)
  const ended = await releaseHold(context, { ...hold, provider_intent_id: intentId })
  const result = await recordOutcome(context, hold.id, ended)
  if (result.hold.status !== 'requires_action') return result
  // The provider answers questions, but takes no command.
  await releaseExpiredClaim(context, subject)
  return readHoldResult(context, hold.id)
}

/**
 * Sends the releases and refunds that were decided for the holds of an appointment. The job that recovers
 * holds sends one again that gets no answer.
 */
export async function sendPendingCommands(context: Context, appointmentId: string): Promise<void> {
  const pending = await context.database.db
    .selectFrom('holds')
    .select('id')
    .where('appointment_id', '=', appointmentId)
    .where('status', 'in', ['releasing', 'refunding'])
    .execute()
  await sendEach(context, pending)
}

/** Concurrently: a provider that does not answer takes its time for each, and a person may wait for all. */
async function sendEach(context: Context, pending: readonly { id: string }[]): Promise<void> {
  await Promise.all(
    pending.map(async ({ id }) => {
      const subject = await readHoldWithAppointment(context, id)
      await recordIfTold(context, subject.hold, await sendHoldCommand(context, subject))
    }),
  )
}
