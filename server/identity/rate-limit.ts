import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { accountEmail } from '../../contract/identity/identity.ts'
import { Refusal } from '../../contract/refusals.ts'
import type { Context } from '../context.ts'
import type { Queryable } from '../database/open-database.ts'
import { statement } from '../database/statement.ts'

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

const usesOf = statement(
  (_db, { key }: { key: string }) => sql<Uses>`
    select key, count, last_request from rate_limits where key = ${key}`,
)

const usesOfAll = statement(
  (_db, { keys }: { keys: string[] }) => sql<Uses>`
    select key, count, last_request from rate_limits where key = any (${keys}::text[])`,
)

/** What refuses each of the keys that are already used up, without counting a use; the others have nothing. */
export async function findUsedUp(
  db: Queryable,
  keys: readonly string[],
  { windowSeconds, max }: Limit,
): Promise<ReadonlyMap<string, Refusal>> {
  const now = Date.now()
  const [only] = keys
  const rows = await (only !== undefined && keys.length === 1
    ? usesOf(db, { key: only })
    : usesOfAll(db, { keys: [...keys] }))
  const usedUp = rows.filter((row) => row.count >= max && row.last_request > now - windowSeconds * 1000)
  return new Map(usedUp.map((row) => [row.key, untilWindowEnds(row, windowSeconds, now)]))
}

/** Refuses when `key` is already used up, without counting a use. */
export async function requireUnused(db: Queryable, key: string, limit: Limit): Promise<void> {
  const refusal = (await findUsedUp(db, [key], limit)).get(key)
  if (refusal) throw refusal
}

/** Forgets the uses of `key`. */
export async function forgetUses(context: Context, key: string): Promise<void> {
  await sql`delete from rate_limits where key = ${key}`.execute(context.database.db)
}
