import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { holdColumns } from '../database/columns.ts'
import type { HoldRow } from '../database/rows.ts'

/**
 * Longer than a capture takes where the provider answers. A killed process keeps the right no longer than this, so that whoever waits asks
 * in its place; two who ask all the same send the same request under the same key.
 */
const capturingSeconds = 5

/**
 * Somebody captures at this moment. What is put off for much longer only rests: a person may ask again. Of two at once the later one may
 * be first to the row, and then its time ends a little after that of a right taken now; so twice that time still counts as taken.
 */
const isTaken = sql<boolean>`coalesce(
  asked_until > now() and asked_until <= now() + make_interval(secs => ${2 * capturingSeconds}), false)`

/**
 * Takes the right to capture a hold of which that was decided; null while somebody else has it, or once it is no longer to be captured.
 * The hold as it is then. With `fromTheDead` only where it ran out in the hands of one who never gave it back.
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

/** Whether somebody captures the hold at this moment. */
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
