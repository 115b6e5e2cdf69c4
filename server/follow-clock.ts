import type { Context } from './context.ts'
import { runEvery } from './concurrency/run-every.ts'

/**
 * Turns this process's clock when the sandbox had another process turn the one in the database: it tells one alone. `offsetSeconds` is
 * what the clock was opened with.
 */
export function followClock(
  { clock, database, log }: Pick<Context, 'clock' | 'database' | 'log'>,
  offsetSeconds: number,
  pauseMs = 500,
): { stop(): Promise<void> } {
  // Only news count: what was read while this process itself is told must not turn its clock back.
  let seen = offsetSeconds
  return runEvery(pauseMs, async () => {
    try {
      const { rows } = await database.pool.query<{ offset_seconds: number }>(
        'select offset_seconds from clock',
      )
      const found = rows[0]?.offset_seconds ?? seen
      if (found !== seen) clock.setOffset(found * 1000)
      seen = found
    } catch (error) {
      log.debug({ err: error }, 'the clock in the database could not be read')
    }
  })
}
