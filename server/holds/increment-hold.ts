import type { Context } from '../context.ts'
import { holdColumns } from '../database/columns.ts'
import type { Queryable } from '../database/open-database.ts'
import type { HoldRow } from '../database/rows.ts'
import { lowestUuid } from '../database/uuid.ts'
import { workInRounds } from '../jobs/queue-rounds.ts'
import { lockForHoldUpdate } from './hold-update.ts'
import { incrementHold, type IncrementOutcome } from './provider/hold-commands.ts'
import { abandonedAfterMs } from './record-answer.ts'
import { recordMovement } from './record-hold.ts'

export type Increment = {
  id: string
  hold_id: string
  appointment_id: string
  shop_id: number
  to_cents: number
}

const incrementColumns = ['id', 'hold_id', 'appointment_id', 'shop_id', 'to_cents'] as const

/** Decides that a live hold is raised to a total. `sendIncrement` sends it after the transaction. */
export async function decideIncrement(
  tx: Queryable,
  hold: HoldRow,
  { toCents, at, actorId }: { toCents: number; at: Date; actorId: string | null },
): Promise<Increment> {
  return tx
    .insertInto('hold_increments')
    .values({
      shop_id: hold.shop_id,
      appointment_id: hold.appointment_id,
      hold_id: hold.id,
      to_cents: toCents,
      requested_at: at,
      settled_at: null,
      actor_id: actorId,
    })
    .returning(incrementColumns)
    .executeTakeFirstOrThrow()
}

/** The increment of an appointment's hold that the provider has not answered. */
export async function findIncrementUnderWay(
  db: Queryable,
  appointmentId: string,
): Promise<Increment | undefined> {
  return db
    .selectFrom('hold_increments')
    .select(incrementColumns)
    .where('appointment_id', '=', appointmentId)
    .where('status', '=', 'requested')
    .executeTakeFirst()
}

/** Whether this hold can be raised: its card allows it, and no bank has refused to raise it before. */
export async function canIncrementHold(tx: Queryable, hold: HoldRow, now: number): Promise<boolean> {
  if (hold.status !== 'live' || !hold.can_increment) return false
  if (hold.capture_before !== null && hold.capture_before.getTime() <= now) return false
  const refused = await tx
    .selectFrom('hold_increments')
    .select('id')
    .where('hold_id', '=', hold.id)
    .where('status', 'in', ['declined', 'not_raised'])
    .executeTakeFirst()
  return refused === undefined
}

/**
 * Sends an increment and records the answer: the hold has its new amount, or stays as it was. `unknown` is
 * sent again by `recoverIncrements` under the same key.
 */
export async function sendIncrement(
  context: Context,
  increment: Increment,
): Promise<IncrementOutcome['kind']> {
  const hold = await context.database.db
    .selectFrom('holds')
    .select(holdColumns)
    .where('id', '=', increment.hold_id)
    .executeTakeFirstOrThrow()
  const intentId = hold.provider_intent_id
  if (intentId === null) throw new Error(`the live hold ${hold.id} has no payment`)
  const outcome = await incrementHold(
    context,
    { ...hold, provider_intent_id: intentId },
    increment.to_cents,
    increment.id,
  )
  if (outcome.kind !== 'unknown') await recordIncrement(context, increment, outcome)
  return outcome.kind
}

async function recordIncrement(
  context: Context,
  increment: Increment,
  outcome: Exclude<IncrementOutcome, { kind: 'unknown' }>,
): Promise<void> {
  await context.database.transaction(async (tx) => {
    const { hold, at } = await lockForHoldUpdate(tx, context, { ...increment, id: increment.hold_id })
    const { numUpdatedRows } = await tx
      .updateTable('hold_increments')
      .set({ status: outcome.kind, settled_at: at })
      .where('shop_id', '=', increment.shop_id)
      .where('id', '=', increment.id)
      .where('status', '=', 'requested')
      .executeTakeFirst()
    // Another process was first, or the hold has ended meanwhile.
    if (numUpdatedRows === 0n || outcome.kind !== 'raised') return
    if (hold.status !== 'live' && hold.status !== 'capturing') return
    const addedCents = outcome.heldCents - hold.amount_cents
    if (addedCents <= 0) return
    await tx
      .updateTable('holds')
      .set({
        amount_cents: outcome.heldCents,
        can_increment: outcome.features.canIncrement,
        overcapture_cents: outcome.features.mostCapturableCents,
      })
      .where('id', '=', hold.id)
      .execute()
    await recordMovement(tx, hold, { kind: 'hold_raised', amountCents: addedCents, at, actorId: null })
  })
}

const batchSize = 200
type Due = Increment & { requested_at: Date }

/** Sends the increments again that a crash or the provider's silence left behind. */
export async function recoverIncrements(context: Context): Promise<void> {
  const before = new Date(context.clock.now() - abandonedAfterMs)
  await workInRounds(context, {
    name: 'hold increments',
    batchSize,
    list: (after: Due | null) =>
      context.database.db
        .selectFrom('hold_increments')
        .select([...incrementColumns, 'requested_at'])
        .where('status', '=', 'requested')
        .where('requested_at', '<=', before)
        .where('id', '>', after?.id ?? lowestUuid)
        .orderBy('id')
        .limit(batchSize)
        .execute(),
    work: async (increment) => {
      try {
        await sendIncrement(context, increment)
      } catch (error) {
        context.log.error(
          { err: error, holdId: increment.hold_id },
          'a hold was not raised; it will be tried again',
        )
      }
    },
  })
}
