import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { isUuid } from '../database/uuid.ts'
import { forEachConcurrently } from '../concurrency/for-each-concurrently.ts'
import { disputeSnapshot } from '../payments/provider/disputes.ts'
import { answerOfIntent } from '../payments/provider/hold-answer.ts'
import { findIntent } from '../payments/provider/intents.ts'
import { abandonedAfterMs } from './record-answer.ts'
import { resumeHold } from './resume-hold.ts'
import { recordOutcome } from './record-outcome.ts'
import { settleDispute } from './settle-disputes.ts'

const batchSize = 200
/** A live hold is looked up once a day: the webhook of its end may have been lost. */
const lookAgainMs = 24 * 3_600_000

/**
 * Recovers holds that a webhook named, and holds without progress after a crash, a timeout or silence of
 * the provider. Each recovers alone: a failure is logged and retried with the next tick.
 */
export async function recoverHolds(context: Context): Promise<void> {
  await settleNamedByEvents(context)
  const ids = await listStandingStill(context)
  await forEachConcurrently(ids, async (id) => {
    await attempt(context, { holdId: id }, async () => {
      await resumeHold(context, id)
      return true
    })
  })
}

async function attempt(
  context: Context,
  what: Record<string, string>,
  work: () => Promise<boolean>,
): Promise<boolean> {
  try {
    return await work()
  } catch (error) {
    context.log.error({ err: error, ...what }, 'a hold could not be settled; it will be tried again')
    return false
  }
}

/**
 * Holds without an answer, past their time, or ended by the provider; open commands first. A hold that waits
 * for the customer is looked up each time, because no event reports that they are done. Three queries, so
 * that each reads the few rows of its own index.
 */
async function listStandingStill(context: Context): Promise<string[]> {
  const now = context.clock.now()
  const before = (milliseconds: number) => new Date(now - milliseconds)
  const { rows } = await sql<{ id: string }>`
    select id from (
      select h.id, h.changed_at, 1 as place from holds h
      where h.status in ('requested', 'capturing', 'refunding', 'releasing')
        and h.changed_at <= ${before(abandonedAfterMs)} and (h.asked_until is null or h.asked_until <= now())
      union all
      select h.id, h.changed_at, 1 from holds h where h.status = 'requires_action'
      union all
      select h.id, h.changed_at, 2 from holds h
      where h.status = 'live'
        and (h.capture_before <= ${new Date(now)} or h.looked_at <= ${before(lookAgainMs)})) as due
    order by place, changed_at limit 1000`.execute(context.database.db)
  return rows.map(({ id }) => id)
}

/** Looks up every payment that a webhook named; the order of the events does not matter. */
async function settleNamedByEvents(context: Context): Promise<void> {
  const { db } = context.database
  for (;;) {
    const events = await db
      .selectFrom('provider_events')
      .select(['id', 'provider_intent_id', 'dispute'])
      .where('handled_at', 'is', null)
      .orderBy('received_at')
      .limit(batchSize)
      .execute()
    const eventsOf = groupByIntent(events)
    let handled = 0
    const isThrough = await forEachConcurrently([...eventsOf], async ([intentId, named]) => {
      const payment = { intentId: intentId ?? 'none' }
      const done =
        (intentId === null || (await attempt(context, payment, () => settleIntent(context, intentId)))) &&
        (await attempt(context, payment, () => settleDisputes(context, named)))
      if (!done) return
      handled += named.length
      await db
        .updateTable('provider_events')
        .set({ handled_at: new Date(context.clock.now()) })
        .where(
          'id',
          'in',
          named.map(({ id }) => id),
        )
        .execute()
    })
    // A failed look-up is retried with the next tick.
    if (!isThrough || events.length < batchSize || handled === 0) return
  }
}

type NamedEvent = { id: string; provider_intent_id: string | null; dispute: unknown }

/** Records the disputes of events about one payment. Returns false when the provider did not say. */
async function settleDisputes(context: Context, events: readonly NamedEvent[]): Promise<boolean> {
  let isThrough = true
  for (const { dispute } of events) {
    if (dispute !== null)
      isThrough = (await settleDispute(context, disputeSnapshot.parse(dispute))) && isThrough
  }
  return isThrough
}

function groupByIntent(events: readonly NamedEvent[]): Map<string | null, NamedEvent[]> {
  const groups = new Map<string | null, NamedEvent[]>()
  for (const event of events) {
    const group = groups.get(event.provider_intent_id)
    if (group) group.push(event)
    else groups.set(event.provider_intent_id, [event])
  }
  return groups
}

/** Records the provider's state of a payment of ours. Returns false when the provider did not say. */
async function settleIntent(context: Context, intentId: string): Promise<boolean> {
  const found = await findIntent(context, intentId)
  if (found === 'unknown') return false
  if (found === null) return true
  const holdId = found.metadata['hold_id']
  const hold = await context.database.db
    .selectFrom('holds')
    .select('id')
    .where((where) =>
      where.or([
        where('provider_intent_id', '=', intentId),
        ...(holdId !== undefined && isUuid(holdId) ? [where('id', '=', holdId)] : []),
      ]),
    )
    // A duplicate payment has its own row.
    .orderBy(sql`provider_intent_id is not distinct from ${intentId} desc`)
    .limit(1)
    .executeTakeFirst()
  if (!hold) return true
  const answer = answerOfIntent(found)
  await recordOutcome(context, hold.id, answer)
  return answer.kind !== 'unknown'
}
