import { retentionDays } from '../../contract/retention.ts'
import { sql } from 'kysely'
import { v4 as uuid } from 'uuid'
import type { Context } from '../context.ts'
import type { Queryable } from '../database/open-database.ts'
import { answersOf } from '../database/transaction.ts'
import { cardWindowMs, findCardRefusal, openAttemptMs, type EarlierAttempts } from './card-limits.ts'
import { identifyCard, type CardIdentity } from './provider/card-fingerprint.ts'

/** The person who tries a card, and the network address of the request. */
export type CardUser = { accountId: string; isProven: boolean; network: string }

/** `authentication`: the bank wants the customer's confirmation first. */
export type CardOutcome = 'accepted' | 'authentication' | 'refused'

const attemptLocks = 7_310_406

type Keys = CardUser & { fingerprint: string; now: number }

/** Serializes the attempts of one account, of one network and of one card until the transaction ends. */
function lockAttempts(tx: Queryable, { accountId, network, fingerprint }: Keys): Promise<unknown> {
  const keys = [`account ${accountId}`, `network ${network}`, `card ${fingerprint}`]
  // In the order of the keys, so that two transactions do not wait for each other.
  return sql`
    select pg_advisory_xact_lock(${attemptLocks}, key)
      from (select distinct hashtext(k) as key from unnest(${keys}::text[]) k order by key) sorted`.execute(
    tx,
  )
}

async function findEarlier(tx: Queryable, keys: Keys): Promise<EarlierAttempts> {
  const { accountId, network, fingerprint, now } = keys
  const since = new Date(now - cardWindowMs)
  // A card that stays unconfirmed keeps a time taken and costs nothing, so it counts like a refused one.
  const isRefused = sql`c.outcome in ('refused', 'authentication') and c.tried_at > ${since}`
  const isOpen = sql`c.outcome is null and c.tried_at > ${new Date(now - openAttemptMs)}`
  const { rows } = await sql<EarlierAttempts>`
    select
      exists (select from card_attempts c
        where c.account_id = ${accountId} and c.fingerprint <> ${fingerprint}) as "hasOtherCard",
      array(select max(c.tried_at) from card_attempts c
        where c.account_id = ${accountId} and c.fingerprint <> ${fingerprint} and c.tried_at > ${since}
        group by c.fingerprint order by 1 desc) as "otherCards",
      array(select c.tried_at from card_attempts c
        where c.fingerprint = ${fingerprint} and ${isRefused} order by 1 desc) as "refusalsOfCard",
      array(select max(c.tried_at) from card_attempts c
        where c.network = ${network} and ${isRefused}
        group by c.account_id, c.fingerprint order by 1 desc) as "refusedCards",
      (select count(*)::integer from card_attempts c
        where c.fingerprint = ${fingerprint} and ${isOpen}) as "openOfCard",
      (select count(distinct (c.account_id, c.fingerprint))::integer from card_attempts c
        where c.network = ${network} and ${isOpen}) as "openOfNetwork"`.execute(tx)
  const [earlier] = rows
  if (!earlier) throw new Error('the count of card attempts is missing')
  return earlier
}

/** A card that a person is about to try. */
export type TriedCard = CardUser & CardIdentity & { paymentMethodId: string }

/**
 * Asks the card provider for the fingerprint and the wallet; no transaction may be open. Refuses an unusable
 * card.
 */
export async function readTriedCard(
  context: Context,
  user: CardUser,
  paymentMethodId: string,
): Promise<TriedCard> {
  return { ...user, paymentMethodId, ...(await identifyCard(context, paymentMethodId)) }
}

/**
 * Counts a card attempt in the transaction that records its hold, before the hold's request to the card
 * provider (card-testing limits). The database decides: parallel attempts wait for each other. Refuses as
 * `too_many_requests` above a limit, and as `email_not_proven` the second card of an account whose address is
 * unproven.
 */
export async function recordCardAttempt(
  tx: Queryable,
  context: Context,
  card: TriedCard,
  holdId: string,
): Promise<void> {
  const now = context.clock.now()
  const { accountId, network, fingerprint, isProven } = card
  const keys = { ...card, now }
  // Sent together. The database counts once it has the locks.
  const [, earlier] = await answersOf(lockAttempts(tx, keys), findEarlier(tx, keys))
  const refusal = findCardRefusal(earlier, { isProven, limits: context.config.limits, now })
  if (refusal?.code === 'too_many_requests') {
    context.telemetry.metrics.cardLimitRefusals.inc()
    context.log.warn({ accountId, network }, 'a card attempt is over a limit')
  }
  if (refusal) throw refusal
  await tx
    .insertInto('card_attempts')
    .values({ hold_id: holdId, account_id: accountId, network, fingerprint, tried_at: new Date(now) })
    .execute()
}

/** Records the answer of the card provider, in the transaction that records it for the hold. */
export async function recordCardOutcome(
  tx: Queryable,
  holdId: string,
  outcome: CardOutcome,
  at: Date,
): Promise<void> {
  await tx
    .updateTable('card_attempts')
    .set({ outcome, answered_at: at })
    .where('hold_id', '=', holdId)
    .where((where) => where.or([where('outcome', 'is', null), where('outcome', '!=', outcome)]))
    .execute()
}

/**
 * Gives the card attempts of a deleted account to a random id of their own: the limits of the network and of
 * the card still count them as those of one account, and they name no account.
 */
export async function forgetCardUser(tx: Queryable, accountId: string): Promise<void> {
  await tx
    .updateTable('card_attempts')
    .set({ account_id: `deleted-${uuid()}` })
    .where('account_id', '=', accountId)
    .execute()
}

const keptMs = retentionDays.cardAttempts * 86_400_000

/** Deletes old attempts: they name an account, a network and a card. */
export async function deleteOldCardAttempts({ database, clock }: Context): Promise<void> {
  await database.db
    .deleteFrom('card_attempts')
    .where('tried_at', '<', new Date(clock.now() - keptMs))
    .execute()
}
