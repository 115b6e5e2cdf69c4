import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { holdColumns } from '../database/columns.ts'
import type { HoldRow } from '../database/rows.ts'
import { requestLeaseUntil } from './record-hold.ts'

/**
 * Acquires the lease to request a hold from the card provider. Returns the hold as it is then, because its
 * attempt is part of the idempotency key; null while another process has the lease, or once the hold is no
 * longer requested.
 */
export async function acquireRequestLease(context: Context, holdId: string): Promise<HoldRow | null> {
  const hold = await context.database.db
    .updateTable('holds')
    .set({ asked_until: requestLeaseUntil })
    .where('id', '=', holdId)
    .where('status', '=', 'requested')
    .where((where) =>
      where.or([where('asked_until', 'is', null), where('asked_until', '<=', sql<Date>`now()`)]),
    )
    .returning(holdColumns)
    .executeTakeFirst()
  return hold ?? null
}

/** Releases a request or capture lease. One that expired and was acquired by another process stays. */
export async function releaseRequestLease(
  context: Context,
  leased: Pick<HoldRow, 'id' | 'asked_until'>,
): Promise<void> {
  await context.database.db
    .updateTable('holds')
    .set({ asked_until: null })
    .where('id', '=', leased.id)
    .where('asked_until', '=', leased.asked_until)
    .execute()
}

const secondsAfterRefusal = 3600

/**
 * Postpones the next attempt for an hour: the provider refuses the command for a reason that a retry does not
 * change.
 */
export async function postponeHold(context: Context, holdId: string): Promise<void> {
  await context.database.db
    .updateTable('holds')
    .set({ asked_until: sql<Date>`now() + make_interval(secs => ${secondsAfterRefusal})` })
    .where('id', '=', holdId)
    .execute()
}

/** Whether a process has the lease now. */
export async function isRequestLeased(context: Context, holdId: string): Promise<boolean> {
  const row = await context.database.db
    .selectFrom('holds')
    .select('id')
    .where('id', '=', holdId)
    .where('status', '=', 'requested')
    .where('asked_until', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return row !== undefined
}
