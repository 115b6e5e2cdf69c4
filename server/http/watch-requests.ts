import { SpanKind, SpanStatusCode } from '@opentelemetry/api'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { askingFor, type Asking } from '../telemetry/asking.ts'
import { routeLabel } from './route-label.ts'

declare module 'fastify' {
  interface FastifyRequest {
    asking?: Asking
  }
}

/** What machines ask every few seconds tells nothing in a trace. */
const unTraced = new Set<string | undefined>(['/healthz', '/readyz', '/metrics'])

/**
 * Counts every answer by its route and status, and lets whatever a request asks for be known as its own. Where traces are kept it is a
 * span, below the one that the caller names in `traceparent`.
 */
export function watchRequests(app: FastifyInstance, { config, telemetry }: Context): void {
  const { metrics, tracing } = telemetry
  // It is not free, so nobody pays for it who is told nothing by it.
  const isKnown = tracing !== null || config.slowQueryMs > 0
  app.decorateRequest('asking')
  app.addHook('onRequest', (request, _reply, done) => {
    const asking: Asking = { requestId: request.id }
    if (tracing && !unTraced.has(request.routeOptions.url)) {
      const route = routeLabel(request.routeOptions.url)
      const attributes = {
        'http.request.method': request.method,
        'http.route': route,
        'dashfit.request_id': request.id,
      }
      const { method, headers } = request
      asking.span = tracing.begin(`${method} ${route}`, SpanKind.SERVER, attributes, headers)
    }
    request.asking = asking
    if (isKnown) askingFor(asking, done)
    else done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const { statusCode: status } = reply
    const route = routeLabel(request.routeOptions.url)
    metrics.requests.observe({ method: request.method, route, status }, reply.elapsedTime / 1000)
    const span = request.asking?.span
    if (span) {
      span.setAttribute('http.response.status_code', status)
      if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end()
    }
    done()
  })
}
