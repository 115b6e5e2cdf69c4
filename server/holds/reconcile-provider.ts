import type { Stripe } from 'stripe'
import type { Context } from '../context.ts'
import { isUuid, lowestUuid } from '../database/uuid.ts'
import type { HoldState } from '../../contract/payments/hold-states.ts'
import { forEachConcurrently } from '../concurrency/for-each-concurrently.ts'
import { answerOfIntent, refundedCentsOf, type HoldAnswer } from '../payments/provider/hold-answer.ts'
import { answerOfFailure, listIntentPages } from '../payments/provider/intents.ts'
import { adoptOrphanCharge } from './adopt-orphan-charge.ts'
import { recordOutcome } from './record-outcome.ts'
import { followDisputes } from './settle-disputes.ts'

/** The interval of the reconciliation, and the overlap with the previous one. */
const everyMs = 3 * 60_000
const overlapMs = 60 * 60_000
const longestLookBackMs = 7 * 24 * 3_600_000

/** The states of our rows that agree with each answer of the provider. */
const settledAs: Record<HoldAnswer['kind'], readonly HoldState[]> = {
  live: ['live'],
  requires_action: ['requires_action'],
  captured: ['captured', 'refunded'],
  released: ['released', 'lapsed'],
  declined: ['declined', 'released'],
  absent: [],
  unknown: [],
}

/**
 * Reconciles the provider's newest payments with our rows. A payment without a row is voided, or gets its
 * row back if it was charged. A payment in another state than its row is recorded, and so are its disputes.
 * Payments of other installations are left alone. Runs every three minutes, or at once.
 */
export async function reconcileProvider(context: Context, { atOnce = false } = {}): Promise<void> {
  const { db } = context.database
  const now = context.clock.now()
  const installation = await db.selectFrom('installation').selectAll().executeTakeFirstOrThrow()
  const last = installation.swept_until?.getTime() ?? null
  const lastRun = installation.swept_at?.getTime() ?? null
  if (!atOnce && lastRun !== null && now - lastRun < everyMs) return
  const from = last ?? Math.min((await findFirstHold(context)) ?? now, now - longestLookBackMs)
  const since = { created: { gte: Math.floor((from - overlapMs) / 1000) } }
  let isThrough = true
  try {
    for await (const page of listIntentPages(context, since)) {
      isThrough = (await compare(context, page, installation.id)) && isThrough
    }
    isThrough = (await followDisputes(context, { since: from - overlapMs, atOnce })) && isThrough
  } catch (error) {
    // The provider did not answer: the next run begins where this one did.
    if (answerOfFailure(context, error).kind !== 'unknown') throw error
    context.log.warn('the card provider did not answer; its payments are compared later')
    return
  }
  // A failed comparison is repeated, but never over more than the longest period.
  const until = isThrough ? now : Math.max(last ?? 0, now - longestLookBackMs)
  await db
    .updateTable('installation')
    .set({ swept_until: new Date(until), swept_at: new Date(now) })
    .execute()
}

/** The time of the first hold; null without one. No payment with a row is older. */
async function findFirstHold({ database }: Context): Promise<number | null> {
  const first = await database.db
    .selectFrom('holds')
    .select('created_at')
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()
  return first?.created_at.getTime() ?? null
}

/** Returns whether every payment of this installation now agrees with its row. */
async function compare(
  context: Context,
  intents: readonly Stripe.PaymentIntent[],
  installationId: string,
): Promise<boolean> {
  if (intents.length === 0) return true
  const named = intents.map(({ metadata }) => metadata['hold_id'] ?? '').filter(isUuid)
  const rows = await context.database.db
    .selectFrom('holds')
    .select(['id', 'status', 'provider_intent_id', 'refunded_cents'])
    .where((where) =>
      where.or([
        where('id', 'in', [...named, lowestUuid]),
        where(
          'provider_intent_id',
          'in',
          intents.map(({ id }) => id),
        ),
      ]),
    )
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  const byIntent = new Map(rows.map((row) => [row.provider_intent_id, row]))
  let allRight = true
  const isThrough = await forEachConcurrently(intents, async (intent) => {
    const holdId = intent.metadata['hold_id'] ?? ''
    const answer = answerOfIntent(intent)
    const row = byIntent.get(intent.id) ?? byId.get(holdId)
    try {
      // A payment without an installation id is older than these ids, or of another system.
      const owner = intent.metadata['installation_id']
      if (owner !== installationId && (owner !== undefined || !row)) return
      if (!row) await endOrphan(context, intent)
      else if (
        row.provider_intent_id !== intent.id ||
        !settledAs[answer.kind].includes(row.status) ||
        (answer.kind === 'captured' && answer.refundedCents > (row.refunded_cents ?? 0))
      )
        await recordOutcome(context, row.id, answer)
    } catch (error) {
      allRight = false
      context.log.error({ err: error, holdId }, 'a payment could not be compared; it is tried again')
    }
  })
  return allRight && isThrough
}

/** Ends a payment of ours without a row, as after the restore of a backup: no other code would end it. */
async function endOrphan(context: Context, intent: Stripe.PaymentIntent): Promise<void> {
  const { stripe, log } = context
  if (intent.status === 'canceled') return
  if (intent.status === 'succeeded') {
    if (await adoptOrphanCharge(context, intent)) {
      log.warn({ intentId: intent.id }, 'a captured payment without a row got it back')
      return
    }
    if (refundedCentsOf(intent) >= intent.amount_received) return
    log.error({ intentId: intent.id }, 'a captured payment has no row: it must be looked at by a person')
    return
  }
  await stripe.paymentIntents.cancel(intent.id, {}, { idempotencyKey: `void-${intent.id}` })
  log.warn({ intentId: intent.id }, 'a hold without a row was voided')
}
