import { sql, type RawBuilder } from 'kysely'
import type { Context } from '../../context.ts'
import type { Queryable } from '../../database/open-database.ts'

const mailGate = 7_310_415
const dayMs = 86_400_000

/** Serializes the decisions about limits until the transaction ends, across processes. */
export async function lockMailGate(tx: Queryable): Promise<void> {
  await sql`select pg_advisory_xact_lock(${mailGate})`.execute(tx)
}

/**
 * The bucket of a recipient's limits. Mails that anyone can cause, about a sign-up or a named address, have
 * one of their own, and mails about appointments to an unproven address another: neither delays the mails of
 * the person who proved the address, and sign-ups do not silence an appointment.
 */
export function bucketOf(
  recipient: RawBuilder<string>,
  { isProven, isByAnyone }: Record<'isProven' | 'isByAnyone', RawBuilder<boolean>>,
): RawBuilder<string> {
  return sql<string>`(mailbox_digest(${recipient})
    || case when ${isByAnyone} then ' sign-up' when ${isProven} then '' else ' unproven' end)`
}

/** Counts mails in the buckets of their limits. */
export async function countMails(
  tx: Queryable,
  mails: readonly { id: string; bucket: string }[],
  at: Date,
): Promise<void> {
  if (mails.length === 0) return
  const [ids, buckets] = [mails.map(({ id }) => id), mails.map(({ bucket }) => bucket)]
  await sql`
    insert into mail_counts (mail_id, mailbox, counted_at)
      select id, bucket, ${at} from unnest(${ids}::uuid[], ${buckets}::text[]) as m (id, bucket)
      on conflict do nothing`.execute(tx)
}

/**
 * When a bucket takes one more mail: null when it has room now. Call it under `lockMailGate`.
 */
export function roomAt({ config, clock }: Context, bucket: RawBuilder<string>): RawBuilder<Date | null> {
  const { mailsPerHour, mailsPerDay } = config.limits
  const now = clock.now()
  const [hourAgo, dayAgo] = [new Date(now - 3_600_000), new Date(now - dayMs)]
  const earlier = (since: Date, limit: number) => sql`(
    select counted_at from mail_counts where mailbox = ${bucket} and counted_at > ${since}
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
