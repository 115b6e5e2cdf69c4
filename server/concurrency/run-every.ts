import { setTimeout as wait } from 'node:timers/promises'

/** Runs the work at once and again after each pause, one run at a time. `stop` waits for the current run. The work must not throw. */
export function runEvery(pauseMs: number, work: () => Promise<void>): { stop(): Promise<void> } {
  const stopped = new AbortController()
  const loop = (async () => {
    while (!stopped.signal.aborted) {
      await work()
      await wait(pauseMs, undefined, { signal: stopped.signal }).catch(() => undefined)
    }
  })()
  return {
    stop: () => {
      stopped.abort()
      return loop
    },
  }
}
