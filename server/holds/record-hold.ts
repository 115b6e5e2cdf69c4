import { sql, type Updateable } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Consent } from '../../contract/payments/consent.ts'
import type { LedgerMovement } from '../../contract/payments/payment-state.ts'
import { holdColumns } from '../database/columns.ts'
import type { Queryable } from '../database/open-database.ts'
import type { HoldState } from '../../contract/payments/hold-states.ts'
import type { HoldRow } from '../database/rows.ts'
import type { HoldPurpose, Tables } from '../database/tables.ts'

/** Whether a hold is authorized and captured in one step. */
export function isChargedAtOnce({ purpose }: { purpose: HoldPurpose }): boolean {
  return purpose === 'charge' || purpose === 'fee'
}

export type Movement = { kind: LedgerMovement; amountCents: number }

/** Longer than a request to the provider takes. A killed process keeps the lease no longer than this. */
const askingSeconds = 20

/** The end of a lease acquired now, in milliseconds, so that it identifies its owner. */
export const requestLeaseUntil = sql<Date>`date_trunc('milliseconds', clock_timestamp()) + make_interval(secs => ${askingSeconds})`

export type HoldRequest = {
  /** Id of the hold, where a card attempt was counted under it. */
  id?: string
  appointment: { id: string; shop_id: number }
  purpose: HoldPurpose
  amountCents: number
  paymentMethodId: string
  /** The wallet of the card, where the provider has told it before the hold. */
  cardWallet?: string | null
  /** The customer's consent; none for a hold that no customer requested. */
  consent?: Consent
  /** Whether the customer replaces the saved card by this one. */
  replacesCard?: boolean
  /** The new package once the hold is live; for the purpose `package` only. */
  packageId?: number
  actorId: string | null
  at: Date
  /** Inserts the hold with its request lease: the caller places it next. */
  askedNow?: boolean
}

/**
 * Inserts a hold of an appointment before the request to the provider, with its ledger row in the same
 * statement. A second open hold breaks a unique index.
 */
export async function recordHoldRequest(tx: Queryable, request: HoldRequest): Promise<HoldRow> {
  const { appointment, purpose, amountCents, actorId, at } = request
  const kind = isChargedAtOnce({ purpose }) ? 'capture_requested' : 'hold_requested'
  return tx
    .with('recorded', (db) =>
      db
        .insertInto('holds')
        .values({
          id: request.id ?? uuid(),
          appointment_id: appointment.id,
          shop_id: appointment.shop_id,
          amount_cents: amountCents,
          payment_method_id: request.paymentMethodId,
          card_wallet: request.cardWallet ?? null,
          consent_button: request.consent?.button ?? null,
          consent_text: request.consent?.text ?? null,
          replaces_card: request.replacesCard ?? false,
          purpose,
          package_id: request.packageId ?? null,
          status: 'requested',
          asked_until: request.askedNow ? requestLeaseUntil : null,
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

/**
 * Inserts the ledger row of the hold that `recorded`, the statement before it, wrote; none when it wrote
 * none.
 */
function movementOf({ kind, amountCents }: Movement, at: Date, actorId: string | null) {
  return () => sql<object>`(
    insert into ledger (appointment_id, shop_id, hold_id, provider_reference, movement, amount_cents, recorded_at, actor_id)
    select appointment_id, shop_id, id, provider_intent_id, ${kind}, ${amountCents}, ${at}, ${actorId} from recorded)`
}

export type HoldChange = {
  to: HoldState
  at: Date
  set?: Updateable<Tables['holds']>
  /** The ledger movement; null when no money moves and none is requested. */
  movement: Movement | null
  actorId?: string | null
}

/**
 * Changes the state of a hold, with its ledger row in the same statement, and ends its lease. The guard is
 * in the update: for a row in another state, which the appointment's lock makes impossible, the new status
 * is null, and the not-null constraint fails the transaction. So the update may be left to the commit.
 */
export async function recordHoldChange(tx: Queryable, hold: HoldRow, change: HoldChange): Promise<HoldRow> {
  const { to, at, set, movement, actorId = null } = change
  const status = sql<HoldState>`case status when ${hold.status} then ${to} end`
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

/** Writes a ledger row of a hold whose state stays. */
export async function recordMovement(
  tx: Queryable,
  hold: Pick<HoldRow, 'id' | 'appointment_id' | 'shop_id'>,
  { kind, amountCents, at, actorId }: Movement & { at: Date; actorId: string | null },
): Promise<void> {
  await tx
    .insertInto('ledger')
    .values({
      appointment_id: hold.appointment_id,
      shop_id: hold.shop_id,
      hold_id: hold.id,
      movement: kind,
      amount_cents: amountCents,
      provider_reference: null,
      recorded_at: at,
      actor_id: actorId,
    })
    .execute()
}

/** Records the end of the customer's authorization, also while an amount is still to go back. */
export async function recordEndOfAuthorization(
  tx: Queryable,
  hold: Pick<HoldRow, 'id' | 'appointment_id' | 'shop_id'>,
  end: { priceCents: number; at: Date; actorId: string | null },
): Promise<void> {
  await recordMovement(tx, hold, { kind: 'authorization_ended', amountCents: end.priceCents, ...end })
}

/** Inserts a row for a duplicate payment that the provider made for a hold; it goes back. */
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
