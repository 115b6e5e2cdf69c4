import type { Asking } from './request-context.ts'

/** The work in flight: unanswered requests and running jobs, oldest first. */
export type UnderWay = {
  /** Registers the work; the returned function removes it. */
  begin(asking: Asking): () => void
  /** Lists the unfinished work that began before `moment` (`performance.now()`). */
  since(moment: number): Asking[]
}

/** Tracks the work in flight in a map. `AsyncLocalStorage` would cost a tenth of the throughput. */
export function createUnderWay(): UnderWay {
  const begunAt = new Map<Asking, number>()
  return {
    begin(asking) {
      begunAt.set(asking, performance.now())
      return () => void begunAt.delete(asking)
    },
    since: (moment) => [...begunAt].filter(([, begun]) => begun <= moment).map(([asking]) => asking),
  }
}
