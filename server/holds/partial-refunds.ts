import { sql } from 'kysely'
import { Stripe } from 'stripe'
import type { Context } from '../context.ts'
import { holdColumns } from '../database/columns.ts'
import type { Queryable } from '../database/open-database.ts'
import type { HoldRow } from '../database/rows.ts'
import { lowestUuid } from '../database/uuid.ts'
import { workInRounds } from '../jobs/queue-rounds.ts'
import { answerOfIntent } from '../payments/provider/hold-answer.ts'
import { answerOfFailure, expand } from '../payments/provider/intents.ts'
import { findRefundable } from '../payments/refundable.ts'
import { abandonedAfterMs } from './record-answer.ts'
import { lockForHoldUpdate } from './hold-update.ts'
import { recordMovement } from './record-hold.ts'
import { recordOutcomeOf, refreshHold } from './record-outcome.ts'
import { settleDisputesOf } from './settle-disputes.ts'
import { dropPart } from './settle-refunds.ts'

type PartialRefund = { id: string; amountCents: number; reason: string; at: Date; actorId: string | null }

/** Decides the refund of a part of a captured hold. `sendRefunds` sends it after the transaction. */
export async function decidePartialRefund(tx: Queryable, hold: HoldRow, part: PartialRefund): Promise<void> {
  await tx
    .insertInto('refunds')
    .values({
      shop_id: hold.shop_id,
      id: part.id,
      appointment_id: hold.appointment_id,
      hold_id: hold.id,
      amount_cents: part.amountCents,
      reason: part.reason,
      provider_refund_id: null,
      requested_at: part.at,
      rests_until: null,
      settled_at: null,
      actor_id: part.actorId,
    })
    .execute()
  await recordMovement(tx, hold, { kind: 'refund_requested', ...part })
}

type Due = {
  id: string
  shop_id: number
  hold_id: string
  appointment_id: string
  amount_cents: number
  attempt: number
  requested_at: Date
}

/** Sends the refunds of parts that were decided for an appointment, one after another. */
export async function sendRefunds(context: Context, appointmentId: string): Promise<void> {
  const due = await selectDue(context.database.db).where('appointment_id', '=', appointmentId).execute()
  for (const refund of due) await sendRefund(context, refund)
}

function selectDue(db: Queryable) {
  return db
    .selectFrom('refunds')
    .select(['id', 'shop_id', 'hold_id', 'appointment_id', 'amount_cents', 'attempt', 'requested_at'])
    .where('status', '=', 'requested')
    .orderBy('requested_at')
    .orderBy('id')
}

const batchSize = 200

/** Sends the refunds of parts that a crash or the provider's silence left behind. */
export async function recoverRefunds(context: Context): Promise<void> {
  const now = new Date(context.clock.now())
  await workInRounds(context, {
    name: 'refunds',
    batchSize,
    list: (after: Due | null) =>
      selectDue(context.database.db)
        .where('requested_at', '<=', new Date(now.getTime() - abandonedAfterMs))
        .where((where) => where.or([where('rests_until', 'is', null), where('rests_until', '<=', now)]))
        .where(
          sql<boolean>`(date_trunc('milliseconds', requested_at), id) >
            (${after?.requested_at ?? new Date(0)}, ${after?.id ?? lowestUuid}::uuid)`,
        )
        .limit(batchSize)
        .execute(),
    work: async (refund) => {
      try {
        await sendRefund(context, refund)
      } catch (error) {
        context.log.error({ err: error, refundId: refund.id }, 'a refund failed; it will be tried again')
      }
    },
  })
}

/**
 * Sends one refund under an idempotency key made from its row, and records the answer. After a dispute has
 * returned the payment, the rest is refunded and the other part dropped. Without an answer it stays
 * requested: `recoverRefunds` looks it up and sends it again.
 */
async function sendRefund(context: Context, refund: Due): Promise<void> {
  const { db } = context.database
  const hold = await db
    .selectFrom('holds')
    .select(holdColumns)
    .where('id', '=', refund.hold_id)
    .executeTakeFirstOrThrow()
  const intentId = hold.provider_intent_id
  if (intentId === null) throw new Error(`the captured hold ${hold.id} has no payment`)
  try {
    const made = await findMade(context, refund, intentId)
    if (made) return await recordMade(context, refund, hold, made)
    const { isBlocked, refundableCents } = await findRefundable(db, hold)
    if (isBlocked) return await postpone(context, refund, hold)
    const amount = Math.min(refund.amount_cents, refundableCents)
    if (amount === 0) return await drop(context, refund, hold)
    const { id } = await context.stripe.refunds.create(
      { payment_intent: intentId, amount, metadata: { refund_id: refund.id } },
      { idempotencyKey: `refund-part-${refund.id}-${refund.attempt}` },
    )
    await recordMade(context, refund, hold, { id, amount })
  } catch (error) {
    await recordFailure(context, { refund, hold, intentId }, error)
  }
}

/**
 * The refund as the provider knows it, where an earlier request may have made it: its answer may be lost, and
 * under a new key the provider would make it again.
 */
async function findMade(
  context: Context,
  refund: Due,
  intentId: string,
): Promise<{ id: string; amount: number } | null> {
  const isFirst = refund.attempt === 1
  if (isFirst && context.clock.now() - refund.requested_at.getTime() < abandonedAfterMs) return null
  for await (const made of context.stripe.refunds.list({ payment_intent: intentId, limit: 100 }))
    if (made.metadata?.['refund_id'] === refund.id) return { id: made.id, amount: made.amount }
  return null
}

/** Records the provider's total of the payment, and with it the refund. */
async function recordMade(
  context: Context,
  refund: Due,
  hold: HoldRow,
  made: { id: string; amount: number },
): Promise<void> {
  const intent = await context.stripe.paymentIntents.retrieve(hold.provider_intent_id ?? '', { expand })
  const answer = answerOfIntent(intent)
  if (answer.kind !== 'captured') return
  const others = answer.partRefunds.filter(({ id }) => id !== refund.id)
  // An answer carries the latest ten refunds of a payment.
  const part = { id: refund.id, providerRefundId: made.id, amountCents: made.amount }
  await recordOutcomeOf(context, hold, { ...answer, partRefunds: [...others, part] })
}

async function drop(context: Context, refund: Due, hold: HoldRow): Promise<void> {
  await context.database.transaction(async (tx) =>
    dropPart(await lockForHoldUpdate(tx, context, hold), refund.id),
  )
}

const restMs = 3_600_000
/** Of a cancelled appointment: the refund of all else waits behind the part. */
const restBeforeOthersMs = 300_000

/** The provider refuses the refund for a reason that only time changes: a dispute, or its own limits. */
async function postpone(context: Context, refund: Due, hold: HoldRow): Promise<void> {
  const pauseMs = hold.status === 'refunding' ? restBeforeOthersMs : restMs
  await setNextAttempt(context, refund, new Date(context.clock.now() + pauseMs))
}

/** Gives the next request a new key. `restsUntil`: null for the next round of the job. */
async function setNextAttempt(context: Context, refund: Due, restsUntil: Date | null): Promise<void> {
  await context.database.db
    .updateTable('refunds')
    .set({ rests_until: restsUntil, attempt: refund.attempt + 1 })
    .where('shop_id', '=', refund.shop_id)
    .where('id', '=', refund.id)
    .where('attempt', '=', refund.attempt)
    .execute()
}

async function recordFailure(
  context: Context,
  { refund, hold, intentId }: { refund: Due; hold: HoldRow; intentId: string },
  error: unknown,
): Promise<void> {
  if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) {
    const answer = answerOfFailure(context, error)
    // The key is spent without a refund: the next request needs a new one.
    if (answer.kind === 'unknown' && answer.isKeySpent) await setNextAttempt(context, refund, null)
    return
  }
  if (error.code === 'charge_disputed') {
    await postpone(context, refund, hold)
    return settleDisputesOf(context, intentId)
  }
  context.log.error({ refundId: refund.id, refused: error.code ?? error.type }, 'a refund was refused')
  // It may have gone back otherwise. Then the next round drops this refund.
  const { hold: present } = await refreshHold(context, hold.id)
  const { refundableCents } = await findRefundable(context.database.db, present)
  if (refundableCents < refund.amount_cents) await setNextAttempt(context, refund, null)
  else await postpone(context, refund, hold)
}
