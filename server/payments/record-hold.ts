import { v7 as uuid } from 'uuid'
import type { Queryable } from '../database/open-database.ts'
import type { HoldStatus, LedgerMovement } from '../database/tables.ts'
import type { HoldRow } from './place-hold.ts'

export type Movement = {
  appointmentId: string
  holdId: string
  movement: LedgerMovement
  amountCents: number
  reference: string | null
  at: Date
}

/** Adds one row to the ledger. */
export async function recordMovement(tx: Queryable, movement: Movement): Promise<void> {
  await tx
    .insertInto('ledger')
    .values({
      appointment_id: movement.appointmentId,
      hold_id: movement.holdId,
      movement: movement.movement,
      amount_cents: movement.amountCents,
      provider_reference: movement.reference,
      recorded_at: movement.at,
    })
    .execute()
}

/** Writes down that a hold is about to be asked for, before it is. */
export async function recordHoldRequest(
  tx: Queryable,
  request: { appointmentId: string; amountCents: number; paymentMethodId: string; at: Date },
): Promise<HoldRow> {
  const hold: HoldRow = {
    id: uuid(),
    appointment_id: request.appointmentId,
    amount_cents: request.amountCents,
    payment_method_id: request.paymentMethodId,
    attempt: 1,
  }
  await tx
    .insertInto('holds')
    .values({ ...hold, provider_intent_id: null, status: 'requested', created_at: request.at })
    .execute()
  await recordMovement(tx, {
    appointmentId: request.appointmentId,
    holdId: hold.id,
    movement: 'hold_requested',
    amountCents: request.amountCents,
    reference: null,
    at: request.at,
  })
  return hold
}

const settledMovement = {
  live: 'hold_placed',
  declined: 'hold_declined',
  released: 'hold_released',
  captured: 'captured',
} as const satisfies Partial<Record<HoldStatus, LedgerMovement>>

export type HoldChange = {
  from: readonly HoldStatus[]
  to: HoldStatus
  intentId: string | null
  at: Date
  captureBefore?: Date | null
  capturedCents?: number
  refusalSentence?: string
}

/**
 * Moves a hold to another status with its ledger row, if it still is in one of `from`; the guard is in the update itself.
 * Returns whether it moved: false means that someone else recorded an outcome first.
 */
export async function recordHoldChange(tx: Queryable, holdId: string, change: HoldChange): Promise<boolean> {
  const moved = await tx
    .updateTable('holds')
    .set({
      status: change.to,
      ...(change.intentId === null ? {} : { provider_intent_id: change.intentId }),
      ...(change.captureBefore === undefined ? {} : { capture_before: change.captureBefore }),
      ...(change.capturedCents === undefined ? {} : { captured_cents: change.capturedCents }),
      ...(change.refusalSentence === undefined ? {} : { refusal_sentence: change.refusalSentence }),
      ...(change.to === 'requires_action' ? {} : { settled_at: change.at }),
    })
    .where('id', '=', holdId)
    .where('status', 'in', [...change.from])
    .returning(['appointment_id', 'amount_cents', 'provider_intent_id'])
    .executeTakeFirst()
  if (!moved) return false
  const movement =
    change.to in settledMovement ? settledMovement[change.to as keyof typeof settledMovement] : null
  if (movement) {
    await recordMovement(tx, {
      appointmentId: moved.appointment_id,
      holdId,
      movement,
      amountCents: change.capturedCents ?? moved.amount_cents,
      reference: moved.provider_intent_id,
      at: change.at,
    })
  }
  return true
}
