import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { holdColumns } from '../database/columns.ts'
import type { HoldRow } from '../database/rows.ts'

/**
 * Longer than a capture takes. A killed process keeps the lease no longer than this, and a waiting request
 * takes it over. Two processes that capture all the same send one request under one idempotency key.
 */
const capturingSeconds = 5

/**
 * A lease on the capture. A hold that is postponed for much longer is not leased: a person may retry. Of
 * two updates at once the later one may run first, so twice the duration still counts as leased.
 */
const isTaken = sql<boolean>`coalesce(
  asked_until > now() and asked_until <= now() + make_interval(secs => ${2 * capturingSeconds}), false)`

/**
 * Acquires the lease to capture a hold in the state `capturing`, and returns the hold as it is then; null
 * while another process has the lease, or in another state. With `fromTheDead` only a lease that expired
 * without a release.
 */
export async function acquireCaptureLease(
  { database }: Context,
  holdId: string,
  { fromTheDead = false } = {},
): Promise<HoldRow | null> {
  const hold = await database.db
    .updateTable('holds')
    .set({
      asked_until: sql<Date>`date_trunc('milliseconds', now()) + make_interval(secs => ${capturingSeconds})`,
    })
    .where('id', '=', holdId)
    .where('status', '=', 'capturing')
    .where(fromTheDead ? sql<boolean>`asked_until <= now()` : sql<boolean>`not ${isTaken}`)
    .returning(holdColumns)
    .executeTakeFirst()
  return hold ?? null
}

/** Whether a process has the lease now. */
export async function isCaptureLeased({ database }: Context, holdId: string): Promise<boolean> {
  const row = await database.db
    .selectFrom('holds')
    .select('id')
    .where('id', '=', holdId)
    .where('status', '=', 'capturing')
    .where(isTaken)
    .executeTakeFirst()
  return row !== undefined
}
