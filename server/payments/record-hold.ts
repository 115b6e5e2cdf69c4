import { sql, type Selectable, type Updateable } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { LedgerMovement } from '../../contract/payments/payment-state.ts'
import { holdColumns } from '../database/columns.ts'
import type { Queryable } from '../database/open-database.ts'
import { rowOf, statement } from '../database/statement.ts'
import type { HoldState } from '../../contract/payments/hold-states.ts'
import type { HoldPurpose, Tables } from '../database/tables.ts'

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

type NewHold = Pick<
  HoldRow,
  'id' | 'appointment_id' | 'shop_id' | 'amount_cents' | 'payment_method_id' | 'purpose' | 'package_id'
>

const insertHold = statement(
  (tx, { askedNow, kind, at, actorId, ...hold }: NewHold & Moved & { askedNow: boolean }) =>
    tx
      .with('recorded', (db) =>
        db
          .insertInto('holds')
          .values({
            ...hold,
            status: 'requested',
            asked_until: sql<Date | null>`case when ${askedNow} then ${askedUntil} end`,
            created_at: at,
            changed_at: at,
          })
          .returning(holdColumns),
      )
      .with('moved', movementOf({ kind, amountCents: hold.amount_cents, at, actorId }))
      .selectFrom('recorded')
      .select(holdColumns),
)

/** The row of a hold that is about to be asked for. */
export function newHoldOf(request: HoldRequest): NewHold {
  return {
    id: uuid(),
    appointment_id: request.appointment.id,
    shop_id: request.appointment.shop_id,
    amount_cents: request.amountCents,
    payment_method_id: request.paymentMethodId,
    purpose: request.purpose,
    package_id: request.packageId ?? null,
  }
}

/** What asking for a hold is in the ledger. */
export function movementAskedBy({ purpose }: HoldRequest): LedgerMovement {
  return purpose === 'charge' ? 'capture_requested' : 'hold_requested'
}

/**
 * Writes down that a hold of an appointment is about to be asked for, before it is, with its ledger row in the same statement. The
 * database refuses a second open one as a duplicate.
 */
export async function recordHoldRequest(tx: Queryable, request: HoldRequest): Promise<HoldRow> {
  const { at, actorId, askedNow = false } = request
  const kind = movementAskedBy(request)
  return rowOf(await insertHold(tx, { ...newHoldOf(request), askedNow, kind, at, actorId }))
}

type Moved = { kind: LedgerMovement; at: Date; actorId: string | null }

/** The ledger row of the hold that the statement before it, `recorded`, wrote; none when that wrote none. */
function movementOf({ kind, amountCents, at, actorId }: Moved & { amountCents: number }) {
  return () => sql<object>`(
    insert into ledger (appointment_id, shop_id, hold_id, provider_reference, movement, amount_cents, recorded_at, actor_id)
    select appointment_id, shop_id, id, provider_intent_id, ${kind}, ${amountCents}, ${at}, ${actorId} from recorded)`
}

export type HoldChange = {
  to: HoldState
  at: Date
  set?: Updateable<Tables['holds']>
  /** What this means in money; nothing when no money moves and none is asked for. */
  movement: Movement | null
  actorId?: string | null
}

type Change = {
  id: string
  from: HoldState
  to: HoldState
  at: Date
  actorId: string | null
  /** Of the movement, if there is one; both or none. */
  kind?: LedgerMovement
  amountCents?: number
} & Updateable<Tables['holds']>

const changeHold = statement((tx, { id, from, to, at, actorId, kind, amountCents, ...set }: Change) => {
  const status = sql<HoldState>`case status when ${from} then ${to} end`
  const update = (db: Pick<Queryable, 'updateTable'>) =>
    db
      .updateTable('holds')
      .set({ asked_until: null, ...set, status, changed_at: at })
      .where('id', '=', id)
      .returning(holdColumns)
  if (kind === undefined || amountCents === undefined) return update(tx)
  return tx
    .with('recorded', update)
    .with('moved', movementOf({ kind, amountCents, at, actorId }))
    .selectFrom('recorded')
    .select(holdColumns)
})

/**
 * Moves a hold from the status it was read with to another, with its ledger row in the same statement; nobody asks for it any more. The
 * guard is in the update itself: of a row that has another status by now, which the lock on its appointment makes impossible, the
 * new one is null, and the database refuses it with everything that is written beside it. So it may be left to the commit.
 */
export async function recordHoldChange(tx: Queryable, hold: HoldRow, change: HoldChange): Promise<HoldRow> {
  const { to, at, movement, actorId = null } = change
  const changed = await changeHold(tx, {
    ...change.set,
    ...movement,
    id: hold.id,
    from: hold.status,
    to,
    at,
    actorId,
  })
  return rowOf(changed)
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
