import type { Selectable } from 'kysely'
import type { Context } from '../context.ts'
import type { Queryable } from '../database/open-database.ts'
import type { Tables } from '../database/tables.ts'
import type { HoldAnswer } from '../payments/hold-answer.ts'
import { lookUpHold, releaseHold } from '../payments/place-hold.ts'
import { recordHoldChange, recordMovement } from '../payments/record-hold.ts'
import { queueConfirmation } from './queue-confirmation.ts'

type AppointmentRow = Selectable<Tables['appointments']>
type HoldState = Selectable<Tables['holds']>

/** Where an order stands. */
export type ClaimOutcome =
  | { kind: 'booked' }
  | { kind: 'requires_action'; clientSecret: string }
  | { kind: 'declined'; sentence: string }
  | { kind: 'expired' }
  | { kind: 'cancelled' }
  /** The provider did not say; the slot stays claimed until it does, or until the claim expires. */
  | { kind: 'unknown' }

const open = ['requested', 'requires_action'] as const

/** The appointment with the hold of its order. `lock` keeps others from settling it until the transaction ends. */
export async function getClaim(
  db: Queryable,
  appointmentId: string,
  lock = false,
): Promise<{ appointment: AppointmentRow; hold: HoldState }> {
  const appointments = db.selectFrom('appointments').selectAll().where('id', '=', appointmentId)
  const appointment = await (lock ? appointments.forUpdate() : appointments).executeTakeFirstOrThrow()
  const hold = await db
    .selectFrom('holds')
    .selectAll()
    .where('appointment_id', '=', appointmentId)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirstOrThrow()
  return { appointment, hold }
}

/** The outcome as the rows have it, without asking the provider; null while the hold is still open. */
export function recordedOutcome(appointment: AppointmentRow, hold: HoldState): ClaimOutcome | null {
  switch (appointment.state) {
    case 'booked':
    case 'completed':
      return { kind: 'booked' }
    case 'cancelled':
      return { kind: 'cancelled' }
    case 'released':
      return hold.refusal_sentence === null
        ? { kind: 'expired' }
        : { kind: 'declined', sentence: hold.refusal_sentence }
    case 'claimed':
      return null
  }
}

async function release(tx: Queryable, appointmentId: string): Promise<void> {
  await tx
    .updateTable('appointments')
    .set({ state: 'released', claim_expires_at: null })
    .where('id', '=', appointmentId)
    .where('state', '=', 'claimed')
    .execute()
}

/**
 * Writes down what the provider said of an order's hold, with the appointment's new state and the mail to send, in one
 * transaction. Whoever comes second finds it written and gets the same outcome.
 */
export async function recordAnswer(
  context: Context,
  appointmentId: string,
  answer: HoldAnswer,
): Promise<ClaimOutcome> {
  const at = new Date(context.clock.now())
  const outcome = await context.database.db.transaction().execute(async (tx): Promise<ClaimOutcome> => {
    const { appointment, hold } = await getClaim(tx, appointmentId, true)
    const recorded = recordedOutcome(appointment, hold)
    if (recorded) return recorded
    switch (answer.kind) {
      case 'live': {
        await recordHoldChange(tx, hold.id, {
          from: open,
          to: 'live',
          intentId: answer.intentId,
          captureBefore: answer.captureBefore,
          at,
        })
        await tx
          .updateTable('appointments')
          .set({ state: 'booked', claim_expires_at: null })
          .where('id', '=', appointmentId)
          .execute()
        await queueConfirmation(tx, context, appointment)
        return { kind: 'booked' }
      }
      case 'requires_action':
        await recordHoldChange(tx, hold.id, {
          from: open,
          to: 'requires_action',
          intentId: answer.intentId,
          at,
        })
        return { kind: 'requires_action', clientSecret: answer.clientSecret }
      case 'declined':
        await recordHoldChange(tx, hold.id, {
          from: open,
          to: 'declined',
          intentId: answer.intentId,
          refusalSentence: answer.sentence,
          at,
        })
        await release(tx, appointmentId)
        return { kind: 'declined', sentence: answer.sentence }
      case 'released':
        await recordHoldChange(tx, hold.id, { from: open, to: 'released', intentId: answer.intentId, at })
        await release(tx, appointmentId)
        return { kind: 'expired' }
      case 'captured':
      case 'absent':
      case 'unknown':
        return { kind: 'unknown' }
    }
  })
  if (outcome.kind === 'booked' && answer.kind === 'live') context.nudge('notifications.send-outbox')
  if (answer.kind === 'live' && outcome.kind !== 'booked')
    await voidLateHold(context, appointmentId, answer.intentId)
  // What the person failed to confirm stays open at the provider until it is ended there.
  if (answer.kind === 'declined' && answer.intentId !== null && outcome.kind === 'declined') {
    await endIntent(context, appointmentId, answer.intentId)
  }
  return outcome
}

async function endIntent(context: Context, appointmentId: string, intentId: string): Promise<HoldAnswer> {
  const { hold } = await getClaim(context.database.db, appointmentId)
  return releaseHold(context, { id: hold.id, provider_intent_id: intentId })
}

/** A hold that came to life after its claim had ended belongs to nobody: it is written down and released. */
async function voidLateHold(context: Context, appointmentId: string, intentId: string): Promise<void> {
  const { db } = context.database
  const { hold } = await getClaim(db, appointmentId)
  if (hold.status === 'live' || hold.status === 'captured') return
  const movement = { appointmentId, holdId: hold.id, amountCents: hold.amount_cents, reference: intentId }
  const at = new Date(context.clock.now())
  await recordMovement(db, { ...movement, movement: 'hold_placed', at })
  await recordMovement(db, { ...movement, movement: 'release_requested', at })
  const answer = await releaseHold(context, { id: hold.id, provider_intent_id: intentId })
  if (answer.kind !== 'released') {
    context.log.error(
      { holdId: hold.id, answer: answer.kind },
      'a hold without an appointment could not be released',
    )
    return
  }
  await recordMovement(db, { ...movement, movement: 'hold_released', at: new Date(context.clock.now()) })
}

/**
 * Finds out where a claimed order stands by the provider's own state, and records it. A claim whose time is over is released
 * here, but only after the provider ended its hold, so that a payment finished in the last second still books.
 */
export async function settleClaim(context: Context, appointmentId: string): Promise<ClaimOutcome> {
  const { appointment, hold } = await getClaim(context.database.db, appointmentId)
  const recorded = recordedOutcome(appointment, hold)
  if (recorded) return recorded
  const answer = await lookUpHold(context, hold, appointment.customer_id)
  const expired =
    appointment.claim_expires_at !== null && appointment.claim_expires_at.getTime() <= context.clock.now()
  if (!expired) return recordAnswer(context, appointmentId, answer)
  if (answer.kind === 'requires_action') {
    const ended = await releaseHold(context, { id: hold.id, provider_intent_id: answer.intentId })
    return recordAnswer(context, appointmentId, ended)
  }
  if (answer.kind === 'absent') {
    await releaseUnplaced(context, appointmentId, hold.id)
    return { kind: 'expired' }
  }
  return recordAnswer(context, appointmentId, answer)
}

/** Releases a claim whose hold never reached the provider. */
async function releaseUnplaced(context: Context, appointmentId: string, holdId: string): Promise<void> {
  const at = new Date(context.clock.now())
  await context.database.db.transaction().execute(async (tx) => {
    await getClaim(tx, appointmentId, true)
    await recordHoldChange(tx, holdId, { from: open, to: 'released', intentId: null, at })
    await release(tx, appointmentId)
  })
}
