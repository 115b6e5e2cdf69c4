import { sql, type RawBuilder } from 'kysely'
import type { Context } from '../../context.ts'
import type { Queryable } from '../../database/open-database.ts'

const mailGate = 7_310_415
const dayMs = 86_400_000

/** Serializes the decisions about limits until the transaction ends, across processes. */
export async function lockMailGate(tx: Queryable): Promise<void> {
  await sql`select pg_advisory_xact_lock(${mailGate})`.execute(tx)
}

/** Counts mails for the limits of their mailboxes. */
export async function countMails(
  tx: Queryable,
  mails: readonly { id: string; recipient: string }[],
  at: Date,
): Promise<void> {
  if (mails.length === 0) return
  const [ids, recipients] = [mails.map(({ id }) => id), mails.map(({ recipient }) => recipient)]
  await sql`
    insert into mail_counts (mail_id, mailbox, counted_at)
      select id, mailbox_digest(recipient), ${at} from unnest(${ids}::uuid[], ${recipients}::text[]) as m (id, recipient)
      on conflict do nothing`.execute(tx)
}

/**
 * When the mailbox of a recipient takes one more mail: null when it has room now. `recipient` is an SQL
 * expression. Call it under `lockMailGate`.
 */
export function roomAt({ config, clock }: Context, recipient: RawBuilder<string>): RawBuilder<Date | null> {
  const { mailsPerHour, mailsPerDay } = config.limits
  const now = clock.now()
  const [hourAgo, dayAgo] = [new Date(now - 3_600_000), new Date(now - dayMs)]
  const earlier = (since: Date, limit: number) => sql`(
    select counted_at from mail_counts where mailbox = mailbox_digest(${recipient}) and counted_at > ${since}
      order by counted_at desc offset ${limit - 1} limit 1)`
  return sql<Date | null>`greatest(${earlier(hourAgo, mailsPerHour)} + interval '1 hour',
    ${earlier(dayAgo, mailsPerDay)} + interval '1 day')`
}

/** Deletes the counts of mails that no limit looks at any more. */
export async function forgetMailCounts({ database, clock }: Context): Promise<void> {
  await database.db
    .deleteFrom('mail_counts')
    .where('counted_at', '<=', new Date(clock.now() - dayMs))
    .execute()
}
