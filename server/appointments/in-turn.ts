import { setTimeout as wait } from 'node:timers/promises'
import type { Context } from '../context.ts'

/**
 * Nobody waits longer here: with the time for a connection and for a lock in the database it stays below the fifteen seconds in
 * which everybody is answered.
 */
const longestWaitMs = 2_000

/** For each shop in which somebody of this process takes a slot, when they are done. */
const turns = new WeakMap<Context, Map<number, Promise<void>>>()

function turnsOf(context: Context): Map<number, Promise<void>> {
  let shops = turns.get(context)
  if (!shops) {
    shops = new Map()
    turns.set(context, shops)
  }
  return shops
}

/**
 * Lets those of this process who want a slot at the same shop in one after another. The shop's lock in the database decides, here as
 * between processes; this saves that everybody who waits for it holds a connection meanwhile. Whoever waited calls `look` before
 * they go on, which throws when there is nothing left to want: all who wait look at once, and so share one question. Whoever waited
 * for two seconds goes on beside the others.
 */
export async function inTurn<Result>(
  context: Context,
  shopId: number,
  look: () => Promise<void>,
  work: () => Promise<Result>,
): Promise<Result> {
  const shops = turnsOf(context)
  const until = performance.now() + longestWaitMs
  for (let before = shops.get(shopId); before && performance.now() < until; before = shops.get(shopId)) {
    await Promise.race([before, wait(Math.ceil(until - performance.now()), undefined, { ref: false })])
    await look()
  }
  const working = work()
  const done = working.then(
    () => undefined,
    () => undefined,
  )
  shops.set(shopId, done)
  try {
    return await working
  } finally {
    if (shops.get(shopId) === done) shops.delete(shopId)
  }
}
