import { setTimeout as wait } from 'node:timers/promises'

/** Does something now and again after each pause, until it is stopped; `stop` waits for what is under way. It must not fail. */
export function keepDoing(pauseMs: number, work: () => Promise<void>): { stop(): Promise<void> } {
  const stopped = new AbortController()
  const doing = (async () => {
    while (!stopped.signal.aborted) {
      await work()
      await wait(pauseMs, undefined, { signal: stopped.signal }).catch(() => undefined)
    }
  })()
  return {
    stop: () => {
      stopped.abort()
      return doing
    },
  }
}
