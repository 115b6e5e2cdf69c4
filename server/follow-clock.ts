import type { Context } from './context.ts'
import { runEvery } from './concurrency/run-every.ts'

/**
 * Updates this process's clock when the sandbox changed the offset in the database through another process.
 * `offsetSeconds` is the initial offset of the clock.
 */
export function followClock(
  { clock, database, log }: Pick<Context, 'clock' | 'database' | 'log'>,
  offsetSeconds: number,
  pauseMs = 500,
): { stop(): Promise<void> } {
  // Only a change counts: a value read while this process itself is being updated must not turn its clock
  // back.
  let lastSeen = offsetSeconds
  return runEvery(pauseMs, async () => {
    try {
      const { rows } = await database.pool.query<{ offset_seconds: number }>(
        'select offset_seconds from clock',
      )
      const found = rows[0]?.offset_seconds ?? lastSeen
      if (found !== lastSeen) clock.setOffset(found * 1000)
      lastSeen = found
    } catch (error) {
      log.debug({ err: error }, 'the clock in the database could not be read')
    }
  })
}
