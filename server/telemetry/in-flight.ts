import type { Asking } from './request-context.ts'

/** What is done at this moment: requests that are not answered yet and runs of jobs, oldest first. */
export type UnderWay = {
  /** Has it counted until the function is called that this answers with. */
  begin(asking: Asking): () => void
  /** What began before `moment` (`performance.now()`) and is not over: whoever waits since then is among them. */
  since(moment: number): Asking[]
}

/** Keeps account of what is under way, at the price of an entry in a map: following each step by `AsyncLocalStorage` costs a tenth. */
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
