import { AsyncLocalStorage } from 'node:async_hooks'
import type { Span } from '@opentelemetry/api'

/** For what something is done at this moment: one request, or one run of a job. */
export type Asking = {
  requestId?: string
  job?: string
  /** Where traces are kept, the span of the request or run. */
  span?: Span | undefined
}

const current = new AsyncLocalStorage<Asking>()

/** Does a piece of work; whatever it asks of the database or the card provider is known to be for `asking`. */
export function askingFor<Result>(asking: Asking, work: () => Result): Result {
  return current.run(asking, work)
}

/** For whom the present work is done; undefined where nobody asked, as at the start, and where no traces are kept. */
export function whoAsks(): Asking | undefined {
  return current.getStore()
}
