import { Readable } from 'node:stream'
import { SpanKind, SpanStatusCode } from '@opentelemetry/api'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Context } from '../context.ts'
import { askingFor, type Asking } from '../telemetry/request-context.ts'
import { routeLabel } from './route-label.ts'

declare module 'fastify' {
  interface FastifyRequest {
    asking?: Asking
    /** Call it when all work for the request is done. */
    workDone?: () => void
  }
}

/** Probes and scrapes every few seconds would flood the traces. */
const untracedRoutes = new Set<string | undefined>(['/healthz', '/readyz', '/metrics'])

/** Whether the response lasts as long as its page. */
function isEventStream(reply: FastifyReply): boolean {
  return String(reply.getHeader('content-type')).startsWith('text/event-stream')
}

/**
 * Counts every response by route and status, and every request as in-flight until it is done. With tracing
 * each request is a span below the caller's `traceparent`, and its queries and calls belong to that span.
 */
export function observeRequests(app: FastifyInstance, { telemetry }: Context): void {
  const { metrics, tracing, underWay } = telemetry
  app.decorateRequest('asking')
  app.decorateRequest('workDone')
  app.addHook('onRequest', (request, _reply, done) => {
    const asking: Asking = { requestId: request.id }
    if (tracing && !untracedRoutes.has(request.routeOptions.url)) {
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
    request.workDone = underWay.begin(asking)
    if (tracing) askingFor(asking, done)
    else done()
  })
  // Also runs after the client has disconnected: the work continues until here.
  app.addHook('onSend', (request, reply, payload, done) => {
    const end = request.workDone ?? (() => undefined)
    if (payload instanceof Readable && !isEventStream(reply)) payload.once('close', end)
    else end()
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const { statusCode: status } = reply
    const route = routeLabel(request.routeOptions.url)
    // Its time is how long a page was open.
    if (!isEventStream(reply))
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
