import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { accountEmail } from '../../../contract/identity/identity.ts'
import { Refusal } from '../../../contract/refusals.ts'
import type { Context } from '../../context.ts'

type Limit = { windowSeconds: number; max: number }
type Uses = { key: string; count: number; last_request: number }

/** A digest of an email address for rate limit keys, so that their table holds no addresses. */
export function digestOf(email: string): string {
  return createHash('sha256').update(accountEmail(email)).digest('hex')
}

/** A refusal with the seconds left in the window that began at `last_request`. */
function untilWindowEnds(uses: Uses, windowSeconds: number, now: number): Refusal {
  const wait = Math.ceil((uses.last_request + windowSeconds * 1000 - now) / 1000)
  return new Refusal('too_many_requests', { retryAfterSeconds: Math.max(1, wait) })
}

/**
 * Counts one use of `key` in the database, across all processes. Refuses as `too_many_requests`, with the
 * seconds to wait, after more than `max` uses in one window.
 */
export async function consumeRateLimit(context: Context, key: string, limit: Limit): Promise<void> {
  const { uses, now } = await count(context, key, limit, 1)
  if (uses.count > limit.max) throw untilWindowEnds(uses, limit.windowSeconds, now)
}

/**
 * Judges one try of a limit on wrong tries, whose outcome is known. A right one counts nothing, also beside
 * others. Refuses every try as `too_many_requests` once `max` wrong ones are counted: the row's lock orders
 * concurrent tries, so a burst finds out no more than they do one after another.
 */
export async function consumeWrongTry(
  context: Context,
  key: string,
  limit: Limit,
  { isRight }: { isRight: boolean },
): Promise<void> {
  const { uses, now } = await count(context, key, limit, isRight ? 0 : 1)
  const earlier = isRight ? uses.count : uses.count - 1
  if (earlier >= limit.max) throw untilWindowEnds(uses, limit.windowSeconds, now)
}

async function count(
  context: Context,
  key: string,
  { windowSeconds }: Limit,
  added: 0 | 1,
): Promise<{ uses: Uses; now: number }> {
  const now = Date.now()
  const opened = now - windowSeconds * 1000
  // The random id cannot collide; concurrent first uses conflict only on the named column.
  const { rows } = await sql<Uses>`
    insert into rate_limits as l (id, key, count, last_request)
      values (gen_random_uuid()::text, ${key}, ${added}::integer, ${now})
    on conflict (key) do update set
      count = case when l.last_request <= ${opened} then ${added}::integer else l.count + ${added}::integer end,
      last_request = case when l.last_request <= ${opened} then ${now} else l.last_request end
    returning key, count, last_request`.execute(context.database.db)
  const [uses] = rows
  if (!uses) throw new Error('an upsert returns its row')
  return { uses, now }
}

/** Counts one use of `key` and returns whether it is among the first `max` of its window. */
export async function tryConsumeRateLimit(context: Context, key: string, limit: Limit): Promise<boolean> {
  try {
    await consumeRateLimit(context, key, limit)
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

/**
 * Gives one use of `key` back. A limit on failures counts each attempt before its outcome is known, so that a
 * burst gains nothing, and gives back those that succeed.
 */
export async function giveBackUse(context: Context, key: string): Promise<void> {
  await sql`update rate_limits set count = count - 1 where key = ${key} and count > 0`.execute(
    context.database.db,
  )
}

/** Resets the count of `key`. */
export async function resetRateLimit(context: Context, key: string): Promise<void> {
  await sql`delete from rate_limits where key = ${key}`.execute(context.database.db)
}
