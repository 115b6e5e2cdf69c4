import { setTimeout as wait } from 'node:timers/promises'
import type { Outside } from '../support/outside.ts'

/**
 * Time limit for recovery after a server died, in real milliseconds: jobs, expired leases, and events without
 * delivery, which the provider sends again after half a minute at most.
 */
const recoveryTimeoutMs = 60_000

/** The audit's findings after a minute of the product's clock, once the background jobs had time to run. */
export async function auditAtRest(
  outside: Pick<Outside, 'advance'>,
  audit: () => Promise<string[]>,
): Promise<string[]> {
  await outside.advance(30)
  await outside.advance(30)
  const until = performance.now() + recoveryTimeoutMs
  for (;;) {
    const found = await audit()
    if (found.length === 0 || performance.now() > until) return found
    await wait(300)
    await outside.advance(0)
  }
}
