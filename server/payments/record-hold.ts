import { sql, type Selectable, type Updateable } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { LedgerMovement } from '../../contract/payments/payment-state.ts'
import { holdColumns } from '../database/columns.ts'
import type { Queryable } from '../database/open-database.ts'
import type { HoldPurpose, HoldStatus, Tables } from '../database/tables.ts'

export type HoldRow = Selectable<Tables['holds']>

export type Movement = { kind: LedgerMovement; amountCents: number }

/** Longer than anyone asks the provider; a killed process keeps the right no longer than this. */
const askingSeconds = 20

/** Until when somebody who takes the right to ask now has it: to the millisecond, so that it can be told from another's. */
export const askedUntil = sql<Date>`date_trunc('milliseconds', clock_timestamp()) + make_interval(secs => ${askingSeconds})`

export type HoldRequest = {
  appointment: { id: string; shop_id: number }
  purpose: HoldPurpose
  amountCents: number
  paymentMethodId: string
  /** What the appointment becomes once the hold is live; for the purpose `package` only. */
  packageId?: number
  actorId: string | null
  at: Date
  /** Whoever writes it down asks for it next: nobody else has the right to until then. */
  askedNow?: boolean
}

/**
 * Inserts a hold of an appointment before the provider is asked for it, with its ledger row in the same statement. A second open hold breaks a
 * unique index.
 */
export async function recordHoldRequest(tx: Queryable, request: HoldRequest): Promise<HoldRow> {
  const { appointment, purpose, amountCents, actorId, at } = request
  const kind = purpose === 'charge' ? 'capture_requested' : 'hold_requested'
  return tx
    .with('recorded', (db) =>
      db
        .insertInto('holds')
        .values({
          id: uuid(),
          appointment_id: appointment.id,
          shop_id: appointment.shop_id,
          amount_cents: amountCents,
          payment_method_id: request.paymentMethodId,
          purpose,
          package_id: request.packageId ?? null,
          status: 'requested',
          asked_until: request.askedNow ? askedUntil : null,
          created_at: at,
          changed_at: at,
        })
        .returning(holdColumns),
    )
    .with('moved', movementOf({ kind, amountCents }, at, actorId))
    .selectFrom('recorded')
    .select(holdColumns)
    .executeTakeFirstOrThrow()
}

/** Inserts the ledger row of the hold that `recorded`, the statement before it, wrote; none when it wrote none. */
function movementOf({ kind, amountCents }: Movement, at: Date, actorId: string | null) {
  return () => sql<object>`(
    insert into ledger (appointment_id, shop_id, hold_id, provider_reference, movement, amount_cents, recorded_at, actor_id)
    select appointment_id, shop_id, id, provider_intent_id, ${kind}, ${amountCents}, ${at}, ${actorId} from recorded)`
}

export type HoldChange = {
  to: HoldStatus
  at: Date
  set?: Updateable<Tables['holds']>
  /** What this means in money; nothing when no money moves and none is asked for. */
  movement: Movement | null
  actorId?: string | null
}

/**
 * Moves a hold from the status it was read with to another, with its ledger row in the same statement, and ends the right to ask for it. The
 * guard is in the update itself: of a row with another status, which the lock on its appointment makes impossible, the new status is null,
 * and the not-null constraint fails the transaction. So the update may be left to the commit.
 */
export async function recordHoldChange(tx: Queryable, hold: HoldRow, change: HoldChange): Promise<HoldRow> {
  const { to, at, set, movement, actorId = null } = change
  const status = sql<HoldStatus>`case status when ${hold.status} then ${to} end`
  const update = (db: Pick<Queryable, 'updateTable'>) =>
    db
      .updateTable('holds')
      .set({ asked_until: null, ...set, status, changed_at: at })
      .where('id', '=', hold.id)
      .returning(holdColumns)
  if (movement === null) return update(tx).executeTakeFirstOrThrow()
  return tx
    .with('recorded', update)
    .with('moved', movementOf(movement, at, actorId))
    .selectFrom('recorded')
    .select(holdColumns)
    .executeTakeFirstOrThrow()
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
  hold: Pick<HoldRow, 'id' | 'appointment_id' | 'shop_id'>,
  end: { priceCents: number; at: Date; actorId: string | null },
): Promise<void> {
  await tx
    .insertInto('ledger')
    .values({
      appointment_id: hold.appointment_id,
      shop_id: hold.shop_id,
      hold_id: hold.id,
      movement: 'authorization_ended',
      amount_cents: end.priceCents,
      provider_reference: null,
      recorded_at: end.at,
      actor_id: end.actorId,
    })
    .execute()
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
    .returning(holdColumns)
    .executeTakeFirstOrThrow()
}
