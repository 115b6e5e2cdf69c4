import { SpanKind, SpanStatusCode, type Span } from '@opentelemetry/api'
import type { FastifyBaseLogger } from 'fastify'
import { postgresCode } from '../database/database-errors.ts'
import type { QueryWatch } from '../database/prepared-pool.ts'
import { whoAsks, type Asking } from './request-context.ts'
import type { Telemetry } from './telemetry.ts'
import type { Tracing } from './tracing.ts'

/** Enough of a query to know which one it is. */
const longestText = 2_000
/** Where all wait for one lock it is the first of them that tell something. */
const mostAskers = 10

type Ended = { rowCount?: number | null }

function namesOf(askers: readonly Asking[]): { requestIds?: string[]; jobs?: string[] } {
  const requestIds = askers.flatMap(({ requestId }) => requestId ?? [])
  const jobs = askers.flatMap(({ job }) => job ?? [])
  return { ...(requestIds[0] && { requestIds }), ...(jobs[0] && { jobs }) }
}

/** What the process asks for itself, again and again, would be a trace each time: only what is below somebody's span has one. */
function beginSpan(tracing: Tracing | null, text: string): Span | undefined {
  if (!tracing || !whoAsks()?.span) return undefined
  const operation = /^\W*(\w+)/.exec(text)?.[1]?.toUpperCase() ?? 'QUERY'
  return tracing.begin(operation, SpanKind.CLIENT, {
    'db.system.name': 'postgresql',
    'db.operation.name': operation,
    'db.query.text': text,
  })
}

function endSpan(span: Span, error: unknown): void {
  if (error !== undefined) {
    // The message may repeat a value.
    span.setAttribute('error.type', postgresCode(error) ?? 'unknown')
    span.setStatus({ code: SpanStatusCode.ERROR })
  }
  span.end()
}

/**
 * Counts and traces every query of the query builder, and writes those that took `slowQueryMs` or longer to the log: what was asked,
 * never with what values, how long it took, how many rows came, and for whom: where traces are kept the request or run that asked, else
 * those that were under way all the time. 0 logs none.
 */
export function observeQueries(
  { metrics, tracing, underWay }: Telemetry,
  slowQueryMs: number,
  log: FastifyBaseLogger,
): QueryWatch {
  const note = (text: string, begun: number, ended: Ended | undefined, error?: unknown): void => {
    const ms = performance.now() - begun
    metrics.queries.observe(ms / 1000)
    if (slowQueryMs === 0 || ms < slowQueryMs) return
    metrics.slowQueries.inc()
    const asker = whoAsks()
    const askers = asker ? [asker] : underWay.since(begun).slice(0, mostAskers)
    const facts = {
      query: text.slice(0, longestText),
      ms: Math.round(ms),
      rows: ended?.rowCount ?? undefined,
    }
    log.warn({ ...namesOf(askers), ...facts, code: error && postgresCode(error) }, 'a slow query')
  }
  return {
    waited: (ms) => metrics.poolWait.observe(ms / 1000),
    around: (text, run) => {
      const begun = performance.now()
      const span = beginSpan(tracing, text)
      return run().then(
        (result) => {
          note(text, begun, result as Ended)
          span?.end()
          return result
        },
        (error: unknown) => {
          note(text, begun, undefined, error)
          if (span) endSpan(span, error)
          throw error
        },
      )
    },
  }
}
