import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { isUuid } from '../database/uuid.ts'
import { workInRounds } from '../jobs/queue-rounds.ts'
import { disputeSnapshot } from '../payments/provider/disputes.ts'
import { answerOfIntent } from '../payments/provider/hold-answer.ts'
import { findIntent } from '../payments/provider/intents.ts'
import { recordOutcome } from './record-outcome.ts'
import { settleDispute } from './settle-disputes.ts'

const batchSize = 200
const hourMs = 3_600_000
/** An event that fails by an error of its own is retried this long, in case that the error passes. */
const errorGiveUpMs = hourMs
/** As long as the provider itself repeats an event: https://docs.stripe.com/webhooks#retries */
const silenceGiveUpMs = 72 * hourMs

type NamedEvent = { id: string; dispute: unknown; receivedAt: number }

/** The unhandled events about one payment; an event without a payment stands alone. */
type EventGroup = { key: string; intentId: string | null; firstAt: Date; events: NamedEvent[] }

/** `silent`: the provider gave no answer. `failed`: an error, which a retry may not change. */
type Outcome = 'done' | 'silent' | 'failed'

/**
 * Looks up every payment that a webhook named, and records its disputes; the order of the events does not
 * matter. An event that cannot be handled is retried for a while, then given up with a log line.
 */
export async function settleEvents(context: Context): Promise<void> {
  await workInRounds(context, {
    name: 'provider_events',
    batchSize,
    list: (after: EventGroup | null) => listEventGroups(context, after),
    work: (group) => handleEvents(context, group),
  })
}

/** Groups of unhandled events after the given one, in the order of their first events. */
async function listEventGroups({ database }: Context, after: EventGroup | null): Promise<EventGroup[]> {
  const from = after ?? { key: '', firstAt: new Date(0) }
  const { rows } = await sql<EventGroup>`
    select coalesce(provider_intent_id, id) as key, min(provider_intent_id) as "intentId",
      min(received_at) as "firstAt", json_agg(json_build_object('id', id, 'dispute', dispute,
        'receivedAt', (extract(epoch from received_at) * 1000)::bigint) order by received_at, id) as events
    from provider_events where handled_at is null
    group by coalesce(provider_intent_id, id)
    having (min(received_at), coalesce(provider_intent_id, id)) > (${from.firstAt}, ${from.key})
    order by min(received_at), coalesce(provider_intent_id, id) limit ${batchSize}`.execute(database.db)
  return rows
}

async function handleEvents(context: Context, { intentId, events }: EventGroup): Promise<void> {
  const eventIds = events.map(({ id }) => id)
  const payment =
    intentId === null
      ? 'done'
      : await attempt(context, { intentId, eventIds }, () => settleIntent(context, intentId))
  const handled: string[] = []
  for (const { id, dispute, receivedAt } of events) {
    const told =
      dispute === null
        ? 'done'
        : await attempt(context, { intentId, eventIds: [id] }, () => settleToldDispute(context, id, dispute))
    const outcome = payment === 'done' ? told : payment
    const ageMs = context.clock.now() - receivedAt
    const isGivenUp =
      (outcome === 'failed' && ageMs >= errorGiveUpMs) || (outcome === 'silent' && ageMs >= silenceGiveUpMs)
    if (isGivenUp)
      context.log.error({ eventId: id, intentId, outcome }, 'an event of the card provider is given up')
    if (outcome === 'done' || isGivenUp) handled.push(id)
  }
  if (handled.length === 0) return
  await context.database.db
    .updateTable('provider_events')
    .set({ handled_at: new Date(context.clock.now()) })
    .where('id', 'in', handled)
    .execute()
}

async function attempt(
  context: Context,
  named: { intentId: string | null; eventIds: string[] },
  work: () => Promise<boolean>,
): Promise<Outcome> {
  try {
    return (await work()) ? 'done' : 'silent'
  } catch (error) {
    context.log.error({ err: error, ...named }, 'an event of the card provider could not be handled')
    return 'failed'
  }
}

/** Records the dispute of an event. One that cannot be read never will be: it is logged and left alone. */
async function settleToldDispute(context: Context, eventId: string, dispute: unknown): Promise<boolean> {
  const told = disputeSnapshot.safeParse(dispute)
  if (told.success) return settleDispute(context, told.data)
  context.log.error({ eventId }, 'a dispute could not be read: a person must look at it')
  return true
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
