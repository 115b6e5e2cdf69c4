import { SpanKind, SpanStatusCode, type Span } from '@opentelemetry/api'
import type { FastifyBaseLogger } from 'fastify'
import { postgresCode } from '../database/database-errors.ts'
import type { QueryWatch } from '../database/prepared-pool.ts'
import { whoAsks, type Asking } from './request-context.ts'
import type { Telemetry } from './telemetry.ts'
import type { Tracing } from './tracing.ts'

/** Enough of a query to identify it. */
const maxTextLength = 2_000
/** If all wait for one lock, the oldest ones identify the cause. */
const maxOrigins = 10

type Ended = { rowCount?: number | null }

function namesOf(origins: readonly Asking[]): { requestIds?: string[]; jobs?: string[] } {
  const requestIds = origins.flatMap(({ requestId }) => requestId ?? [])
  const jobs = origins.flatMap(({ job }) => job ?? [])
  return { ...(requestIds[0] && { requestIds }), ...(jobs[0] && { jobs }) }
}

/**
 * Only queries below a request's or job's span are traced: a trace for each periodic query of the process
 * would be noise.
 */
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
 * Counts and traces every query of the query builder, and logs those that took `slowQueryMs` or longer: text
 * without values, duration, number of rows, and the origin. With tracing the origin is the request or run
 * that sent the query, else all work in flight during the whole query. 0 logs none.
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
    const origin = whoAsks()
    const origins = origin ? [origin] : underWay.since(begun).slice(0, maxOrigins)
    const facts = {
      query: text.slice(0, maxTextLength),
      ms: Math.round(ms),
      rows: ended?.rowCount ?? undefined,
    }
    log.warn({ ...namesOf(origins), ...facts, code: error && postgresCode(error) }, 'a slow query')
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
