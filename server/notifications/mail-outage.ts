import { sql } from 'kysely'
import type { Context } from '../context.ts'

/** Milliseconds without an accepted mail before the mail server counts as out of order. */
const toleranceMs = 600_000

/** Newest mails in which the last accepted one is searched. Ids are in the order of time. */
const newestMails = 200

/** The mail server has accepted nothing since; `reason` is its last answer or the network's. */
export type MailOutage = { since: Date; reason: string }

/**
 * The outage of the mail server, for 10 minutes or longer; null without one. Derived from the outbox: a mail
 * failed and waits for its next attempt, and none was accepted after it failed. The time of the last failure
 * follows from the backoff of `sendOutbox`: 1, 2, 4 … minutes, at most 6 hours. A mail that failed more than
 * once has waited since it was queued.
 */
export async function findMailOutage({ database, clock }: Context): Promise<MailOutage | null> {
  const { rows } = await sql<{ since: Date; reason: string }>`
    with failing as (
      select created_at, due_at, last_error,
        attempts - case when leased_until > now() then 1 else 0 end as failures
      from outbox
      where sent_at is null and given_up_at is null and attempts > 0 and last_error is not null),
    failed as (
      select last_error,
        case failures when 1 then due_at - interval '60 seconds' else created_at end as first_at,
        due_at - make_interval(secs => least(60 * power(2, failures - 1), 21600)) as last_at
      from failing where failures > 0),
    accepted as (
      select coalesce(max(sent_at), to_timestamp(0)) as last_at
      from (select sent_at from outbox order by id desc limit ${newestMails}) newest)
    select greatest(min(first_at), accepted.last_at) as since,
      (array_agg(last_error order by failed.last_at desc))[1] as reason
    from failed, accepted
    where failed.last_at > accepted.last_at
    group by accepted.last_at`.execute(database.db)
  const [outage] = rows
  return outage && clock.now() - outage.since.getTime() >= toleranceMs ? outage : null
}
