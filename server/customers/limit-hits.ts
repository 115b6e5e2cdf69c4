import { sql } from 'kysely'
import type { RecordedLimitName } from '../../contract/booking/customer-limits.ts'
import type { Context } from '../context.ts'

/**
 * Does the work, and records a limit that refuses it, for administrators; `limitOf` tells the limit of an
 * error. In a statement of its own, because the refusal rolls the work's transaction back. The refusal is
 * thrown again.
 */
export async function recordLimitHits<Reply>(
  context: Context,
  { id: customerId, network }: { id: string; network: string },
  limitOf: (error: unknown) => RecordedLimitName | null,
  work: () => Promise<Reply>,
): Promise<Reply> {
  try {
    return await work()
  } catch (error) {
    const limit = limitOf(error)
    if (limit !== null) await recordHit(context, { customerId, network, limit })
    throw error
  }
}

type Hit = { customerId: string; network: string; limit: RecordedLimitName }

/** A record that cannot be written must not change the refusal. */
async function recordHit(
  { database, clock, log }: Context,
  { customerId, network, limit }: Hit,
): Promise<void> {
  const at = new Date(clock.now())
  const written = sql`
    insert into customer_limit_hits as h (customer_id, limit_name, network, first_at, last_at)
      values (${customerId}, ${limit}, ${network}, ${at}, ${at})
      on conflict (customer_id, limit_name, network) do update set hits = h.hits + 1, last_at = excluded.last_at`
  await written.execute(database.db).catch((error: unknown) => {
    log.error({ err: error, actor: customerId, limit }, 'a limit that a customer hit was not recorded')
  })
}
