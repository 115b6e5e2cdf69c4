import type { Context } from '../context.ts'

type Waiting<Request, Result> = {
  request: Request
  result: Promise<Result>
  resolve: (result: Result) => void
  reject: (error: unknown) => void
}

function createWaiting<Request, Result>(request: Request): Waiting<Request, Result> {
  let resolve: Waiting<Request, Result>['resolve'] = () => undefined
  let reject: Waiting<Request, Result>['reject'] = () => undefined
  const result = new Promise<Result>((...settle) => ([resolve, reject] = settle))
  return { request, result, resolve, reject }
}

/** Two, so that one slow batch does not hold up every caller. */
const maxBatchesInFlight = 2
const maxBatchSize = 100

/** Requests that are not sent yet, by deduplication key. */
type Queue<Request, Result> = {
  waiting: Map<string, Waiting<Request, Result>>
  batchesInFlight: number
  isScheduled: boolean
}

type Options<Request, Result> = {
  /** Deduplication key: requests with equal keys share one result. */
  keyOf: (request: Request) => string
  /** Runs one batch. The results are in the order of the requests. */
  run: (context: Context, requests: readonly Request[]) => Promise<readonly Result[]>
}

/**
 * Runs the requests of one process in batches. Requests that arrive while earlier batches are in flight wait for the next batch, so under load
 * many callers share one query. A request joins only a batch that is not sent yet, so no result is older than its request. A failed batch
 * fails for all its requests. Not for use in a transaction.
 */
export function createBatcher<Request, Result>({ keyOf, run }: Options<Request, Result>) {
  const queues = new WeakMap<Context, Queue<Request, Result>>()

  async function sendBatch(context: Context, queue: Queue<Request, Result>): Promise<void> {
    const batch = [...queue.waiting].slice(0, maxBatchSize)
    for (const [key] of batch) queue.waiting.delete(key)
    const callers = batch.map(([, waiting]) => waiting)
    queue.batchesInFlight += 1
    try {
      const results = await run(
        context,
        callers.map(({ request }) => request),
      )
      for (const [index, result] of results.entries()) callers[index]?.resolve(result)
    } catch (error) {
      for (const { reject } of callers) reject(error)
    } finally {
      queue.batchesInFlight -= 1
      schedule(context, queue)
    }
  }

  /** Sends the next batch after the current turn of the event loop, so that all requests of this turn are in it. */
  function schedule(context: Context, queue: Queue<Request, Result>): void {
    if (queue.isScheduled || queue.waiting.size === 0 || queue.batchesInFlight >= maxBatchesInFlight) return
    queue.isScheduled = true
    setImmediate(() => {
      queue.isScheduled = false
      void sendBatch(context, queue)
    })
  }

  return (context: Context, request: Request): Promise<Result> => {
    const queue = queues.get(context) ?? { waiting: new Map(), batchesInFlight: 0, isScheduled: false }
    queues.set(context, queue)
    const key = keyOf(request)
    const waiting = queue.waiting.get(key) ?? createWaiting<Request, Result>(request)
    queue.waiting.set(key, waiting)
    schedule(context, queue)
    return waiting.result
  }
}
