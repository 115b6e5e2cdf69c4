import { closedStatuses } from '../../contract/payments/dispute-states.ts'
import { isUuid } from '../database/uuid.ts'
import type { Context } from '../context.ts'
import type { HoldRow } from '../database/rows.ts'
import {
  findDispute,
  findIntentOfCharge,
  listDisputePages,
  type DisputeSnapshot,
} from '../payments/provider/disputes.ts'
import { isKeyRefused } from '../payments/provider/hold-answer.ts'
import { answerOfFailure, findIntent } from '../payments/provider/intents.ts'
import { recordDispute } from './record-dispute.ts'

type Owner = Pick<HoldRow, 'id' | 'appointment_id' | 'shop_id'>

const dayMs = 24 * 3_600_000
/** A process that starts looks this far back: a dispute may be open for months. */
const longestLookBackMs = 180 * dayMs

/**
 * Records a dispute of a signed event, then its present state at the provider. Returns false when the
 * provider did not answer and the event must be handled again. A dispute of another installation is left
 * alone; one without a known payment is stored and listed for administrators.
 */
export async function settleDispute(context: Context, told: DisputeSnapshot): Promise<boolean> {
  const owner = await findOwner(context, told)
  if (owner === 'unknown') return false
  if (owner === 'other') return true
  await recordDispute(context, told, owner)
  const now = await findDispute(context, told.id)
  if (now === 'unknown') return false
  // A dispute that the provider cannot find, or that cannot be read, stays as the signed event states it.
  if (now) await recordDispute(context, now, owner)
  return true
}

/**
 * Reads disputes whose events were lost: those opened since `since`, in epoch milliseconds, and open ones
 * that were not looked at for a day. Returns false when the provider did not answer for one.
 */
export async function followDisputes(
  context: Context,
  { since, atOnce }: { since: number; atOnce: boolean },
): Promise<boolean> {
  try {
    return await recordUnseen(context, { since, atOnce })
  } catch (error) {
    if (answerOfFailure(context, error).kind !== 'unknown') throw error
    if (!isKeyRefused(error)) return false
    // The other payments are compared all the same.
    context.log.error({ err: error }, 'the secret key may not list disputes')
    return true
  }
}

async function recordUnseen(
  context: Context,
  { since, atOnce }: { since: number; atOnce: boolean },
): Promise<boolean> {
  const now = context.clock.now()
  const from = atOnce ? Math.min(since, now - longestLookBackMs) : since
  let isThrough = true
  for await (const page of listDisputePages(context, {
    created: { gte: Math.floor(from / 1000) },
    statedAt: now,
    onUnreadable: logUnreadable(context),
  })) {
    for (const dispute of page) isThrough = (await recordListed(context, dispute)) && isThrough
  }
  const unseen = await context.database.db
    .selectFrom('disputes')
    .select(['id', 'provider_intent_id', 'provider_charge_id'])
    .where('status', 'not in', closedStatuses)
    .where('looked_at', '<=', new Date(now - dayMs))
    .orderBy('looked_at')
    .limit(200)
    .execute()
  for (const { id } of unseen) {
    const dispute = await findDispute(context, id)
    // A failed look-up is marked too: it then comes after the others the next time.
    await markLookedAt(context, id)
    if (dispute === 'unknown') return false
    if (dispute) isThrough = (await recordListed(context, dispute)) && isThrough
  }
  return isThrough
}

/** Records the disputes of one payment, as after the provider refused its refund because of one. */
export async function settleDisputesOf(context: Context, intentId: string): Promise<void> {
  for await (const page of listDisputePages(context, {
    payment_intent: intentId,
    statedAt: context.clock.now(),
    onUnreadable: logUnreadable(context),
  })) {
    for (const dispute of page) await recordListed(context, dispute)
  }
}

const logUnreadable =
  ({ log }: Context) =>
  (disputeId: string): void =>
    log.error({ disputeId }, 'a listed dispute could not be read')

/**
 * Records a dispute. An error about one is logged, so that the others are recorded all the same. It is listed
 * again for the hour by which the comparisons overlap.
 */
async function recordListed(context: Context, dispute: DisputeSnapshot): Promise<boolean> {
  try {
    const owner = await findOwner(context, dispute)
    if (owner === 'unknown') return false
    if (owner !== 'other') await recordDispute(context, dispute, owner)
    return true
  } catch (error) {
    context.log.error({ err: error, disputeId: dispute.id }, 'a dispute could not be recorded')
    return true
  }
}

/**
 * The hold of a disputed payment; null when the payment is none of this installation, `other` for one that
 * names another installation.
 */
async function findOwner(
  context: Context,
  { intentId: named, chargeId, id }: DisputeSnapshot,
): Promise<Owner | null | 'other' | 'unknown'> {
  const charged = named === null && chargeId !== null ? await findIntentOfCharge(context, chargeId) : null
  if (charged === 'unknown') return 'unknown'
  const intentId = named ?? charged?.intentId ?? null
  if (intentId === null) return null
  const hold = await findHold(context, { intentId })
  if (hold) return hold
  const intent = await findIntent(context, intentId)
  if (intent === 'unknown') return 'unknown'
  if (intent === null) return null
  const { hold_id: holdId = '', installation_id: installation } = intent.metadata
  const own = await context.database.db.selectFrom('installation').select('id').executeTakeFirstOrThrow()
  if (installation !== undefined && installation !== own.id) {
    context.log.info({ disputeId: id }, 'a dispute of another installation is left alone')
    return 'other'
  }
  return isUuid(holdId) ? findHold(context, { id: holdId }) : null
}

async function findHold(context: Context, by: { intentId: string } | { id: string }): Promise<Owner | null> {
  const hold = await context.database.db
    .selectFrom('holds')
    .select(['id', 'appointment_id', 'shop_id'])
    .where((where) => ('id' in by ? where('id', '=', by.id) : where('provider_intent_id', '=', by.intentId)))
    .executeTakeFirst()
  return hold ?? null
}

async function markLookedAt(context: Context, id: string): Promise<void> {
  await context.database.db
    .updateTable('disputes')
    .set({ looked_at: new Date(context.clock.now()) })
    .where('id', '=', id)
    .execute()
}
