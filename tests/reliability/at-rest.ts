import { setTimeout as wait } from 'node:timers/promises'
import type { Outside } from '../support/outside.ts'

/**
 * How long what a server that ended left behind may take once one is up again, of the machine's time: jobs, the right to ask, and events
 * that nobody took, which the provider sends again after half a minute at most.
 */
const breathMs = 60_000

/** What an audit still finds a minute of the clock later, once whatever runs by itself has had its time. */
export async function auditAtRest(
  outside: Pick<Outside, 'advance'>,
  audit: () => Promise<string[]>,
): Promise<string[]> {
  await outside.advance(30)
  await outside.advance(30)
  const until = performance.now() + breathMs
  for (;;) {
    const found = await audit()
    if (found.length === 0 || performance.now() > until) return found
    await wait(300)
    await outside.advance(0)
  }
}
