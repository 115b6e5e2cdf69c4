import { setTimeout as wait } from 'node:timers/promises'
import type { Context } from '../context.ts'

type Key = string | number

type Critical<Result> = {
  /** Runs after each wait, before the work. It throws when the work has become pointless, and the caller leaves the queue. */
  recheck: () => Promise<void>
  work: () => Promise<Result>
}

/**
 * A mutex per key in one process. It saves work and is no guard: a caller that waited for `timeoutMs` goes on beside the holder. All waiting
 * callers recheck at the same moment, so a batcher can answer them with one query.
 */
export function createKeyedMutex({ timeoutMs }: { timeoutMs: number }) {
  /** By key, the end of the current holder's work. */
  const locks = new WeakMap<Context, Map<Key, Promise<void>>>()

  return async <Result>(context: Context, key: Key, { recheck, work }: Critical<Result>): Promise<Result> => {
    const held = locks.get(context) ?? new Map<Key, Promise<void>>()
    locks.set(context, held)
    const deadline = performance.now() + timeoutMs
    for (let holder = held.get(key); holder && performance.now() < deadline; holder = held.get(key)) {
      await Promise.race([holder, wait(Math.ceil(deadline - performance.now()), undefined, { ref: false })])
      await recheck()
    }
    const working = work()
    const ended = working.then(
      () => undefined,
      () => undefined,
    )
    held.set(key, ended)
    try {
      return await working
    } finally {
      if (held.get(key) === ended) held.delete(key)
    }
  }
}
