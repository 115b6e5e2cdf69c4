import { sql, type Selectable, type Updateable } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { LedgerMovement } from '../../contract/payments/payment-state.ts'
import type { Queryable } from '../database/open-database.ts'
import type { HoldPurpose, HoldStatus, Tables } from '../database/tables.ts'

export type HoldRow = Selectable<Tables['holds']>

export type Movement = {
  appointmentId: string
  holdId: string
  movement: LedgerMovement
  amountCents: number
  reference: string | null
  at: Date
  /** Who asked for it; null when the product or the provider acted by itself. */
  actorId?: string | null
}

/** Whose an appointment is, as a value of a statement: what belongs to it carries the same shop. */
function shopOf(appointmentId: string) {
  return sql<number>`(select shop_id from appointments where id = ${appointmentId})`
}

/** Adds one row to the ledger. */
export async function recordMovement(tx: Queryable, movement: Movement): Promise<void> {
  await tx
    .insertInto('ledger')
    .values({
      appointment_id: movement.appointmentId,
      shop_id: shopOf(movement.appointmentId),
      hold_id: movement.holdId,
      movement: movement.movement,
      amount_cents: movement.amountCents,
      provider_reference: movement.reference,
      recorded_at: movement.at,
      actor_id: movement.actorId ?? null,
    })
    .execute()
}

export type HoldRequest = {
  appointmentId: string
  purpose: HoldPurpose
  amountCents: number
  paymentMethodId: string
  /** What the appointment becomes once the hold is live; for the purpose `package` only. */
  packageId?: number
  actorId: string | null
  at: Date
}

/** Writes down that a hold is about to be asked for, before it is. The database refuses a second open one as a duplicate. */
export async function recordHoldRequest(tx: Queryable, request: HoldRequest): Promise<HoldRow> {
  const hold = await tx
    .insertInto('holds')
    .values({
      id: uuid(),
      appointment_id: request.appointmentId,
      shop_id: shopOf(request.appointmentId),
      amount_cents: request.amountCents,
      payment_method_id: request.paymentMethodId,
      purpose: request.purpose,
      package_id: request.packageId ?? null,
      status: 'requested',
      created_at: request.at,
      changed_at: request.at,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await recordMovement(tx, {
    appointmentId: request.appointmentId,
    holdId: hold.id,
    movement: request.purpose === 'charge' ? 'capture_requested' : 'hold_requested',
    amountCents: request.amountCents,
    reference: null,
    at: request.at,
    actorId: request.actorId,
  })
  return hold
}

export type HoldChange = {
  to: HoldStatus
  at: Date
  set?: Updateable<Tables['holds']>
  /** What this means in money; nothing when no money moves and none is asked for. */
  movement: { kind: LedgerMovement; amountCents: number } | null
  actorId?: string | null
}

/**
 * Moves a hold from the status it was read with to another, with its ledger row. The guard is in the update itself: throws
 * when the row has another status by now, which the lock on its appointment makes impossible.
 */
export async function recordHoldChange(tx: Queryable, hold: HoldRow, change: HoldChange): Promise<HoldRow> {
  const changed = await tx
    .updateTable('holds')
    .set({ ...change.set, status: change.to, changed_at: change.at })
    .where('id', '=', hold.id)
    .where('status', '=', hold.status)
    .returningAll()
    .executeTakeFirst()
  if (!changed) throw new Error(`hold ${hold.id} is no longer ${hold.status}`)
  if (change.movement) {
    await recordMovement(tx, {
      appointmentId: hold.appointment_id,
      holdId: hold.id,
      movement: change.movement.kind,
      amountCents: change.movement.amountCents,
      reference: changed.provider_intent_id,
      at: change.at,
      actorId: change.actorId ?? null,
    })
  }
  return changed
}

/** Decides that a hold ends: it is asked of the provider after the transaction. */
export async function recordRelease(
  tx: Queryable,
  hold: HoldRow,
  at: Date,
  actorId: string | null = null,
): Promise<HoldRow> {
  return recordHoldChange(tx, hold, {
    to: 'releasing',
    at,
    movement: { kind: 'release_requested', amountCents: hold.amount_cents },
    actorId,
  })
}

/** Writes down that the customer's permission to hold and charge has ended, whatever is still to go back. */
export async function recordEndOfAuthorization(
  tx: Queryable,
  end: { appointmentId: string; holdId: string; priceCents: number; at: Date; actorId: string | null },
): Promise<void> {
  await recordMovement(tx, {
    appointmentId: end.appointmentId,
    holdId: end.holdId,
    movement: 'authorization_ended',
    amountCents: end.priceCents,
    reference: null,
    at: end.at,
    actorId: end.actorId,
  })
}

/** A row for a second payment that the provider made for a hold: it is to go back. */
export async function insertDuplicate(
  tx: Queryable,
  hold: HoldRow,
  intentId: string,
  at: Date,
): Promise<HoldRow> {
  return tx
    .insertInto('holds')
    .values({
      id: uuid(),
      appointment_id: hold.appointment_id,
      shop_id: hold.shop_id,
      amount_cents: hold.amount_cents,
      payment_method_id: hold.payment_method_id,
      purpose: 'duplicate',
      provider_intent_id: intentId,
      status: 'releasing',
      created_at: at,
      changed_at: at,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}
