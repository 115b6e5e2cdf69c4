import { AsyncLocalStorage } from 'node:async_hooks'
import type { Span } from '@opentelemetry/api'

/** The origin of the current work: one request, or one run of a job. */
export type Asking = {
  requestId?: string
  job?: string
  /** The span of the request or run, if tracing is on. */
  span?: Span | undefined
}

const current = new AsyncLocalStorage<Asking>()

/** Runs the work with `asking` as the origin of its queries and card calls. */
export function askingFor<Result>(asking: Asking, work: () => Result): Result {
  return current.run(asking, work)
}

/** The origin of the current work; undefined outside of requests and jobs, and without tracing. */
export function whoAsks(): Asking | undefined {
  return current.getStore()
}
