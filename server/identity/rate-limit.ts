import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { accountEmail } from '../../contract/identity/identity.ts'
import { Refusal } from '../../contract/refusals.ts'
import type { Context } from '../context.ts'
import type { Queryable } from '../database/open-database.ts'

type Limit = { windowSeconds: number; max: number }
type Uses = { key: string; count: number; last_request: number }

/** What stands for an email address in a key, so that the table of limits holds none. */
export function digestOf(email: string): string {
  return createHash('sha256').update(accountEmail(email)).digest('hex')
}

/** A refusal with the seconds until the window that began at `last_request` is over. */
function untilWindowEnds(uses: Uses, windowSeconds: number, now: number): Refusal {
  const wait = Math.ceil((uses.last_request + windowSeconds * 1000 - now) / 1000)
  return new Refusal('too_many_requests', { retryAfterSeconds: Math.max(1, wait) })
}

/**
 * Counts one use of `key` in the database, where every process sees it. Refuses as `too_many_requests` with the seconds to
 * wait once more than `max` uses fell into one window.
 */
export async function countUse(context: Context, key: string, { windowSeconds, max }: Limit): Promise<void> {
  const now = Date.now()
  const opened = now - windowSeconds * 1000
  // The id is any: of two first uses at once, only the column that is named in the conflict may collide.
  const result = await sql<Uses>`
    insert into rate_limits as l (id, key, count, last_request) values (gen_random_uuid()::text, ${key}, 1, ${now})
    on conflict (key) do update set
      count = case when l.last_request <= ${opened} then 1 else l.count + 1 end,
      last_request = case when l.last_request <= ${opened} then ${now} else l.last_request end
    returning key, count, last_request`.execute(context.database.db)
  const row = result.rows[0]
  if (row && row.count > max) throw untilWindowEnds(row, windowSeconds, now)
}

/** Counts one use of `key` and answers whether it was still among the first `max` of its window. */
export async function isUseLeft(context: Context, key: string, limit: Limit): Promise<boolean> {
  try {
    await countUse(context, key, limit)
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

/** Refuses as `too_many_requests` when `key` is already used up, without counting a use. */
export async function requireUnused(
  db: Queryable,
  key: string,
  { windowSeconds, max }: Limit,
): Promise<void> {
  const now = Date.now()
  const { rows } = await sql<Uses>`
    select key, count, last_request from rate_limits where key = ${key}`.execute(db)
  const [uses] = rows
  if (uses && uses.count >= max && uses.last_request > now - windowSeconds * 1000)
    throw untilWindowEnds(uses, windowSeconds, now)
}

/** Forgets the uses of `key`. */
export async function forgetUses(context: Context, key: string): Promise<void> {
  await sql`delete from rate_limits where key = ${key}`.execute(context.database.db)
}
