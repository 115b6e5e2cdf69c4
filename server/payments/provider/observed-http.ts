import { SpanKind, SpanStatusCode } from '@opentelemetry/api'
import type { Stripe } from 'stripe'
import type { Telemetry } from '../../telemetry/telemetry.ts'

type Http = Stripe.HttpClient

/** The route of a call without ids: `/v1/payment_intents/:id/capture`. Keeps the metric's cardinality low. */
function patternOf(path: string): string {
  const [, version = '', resource = '', id, ...verb] = path.replace(/\?.*/, '').split('/')
  const rest = id === undefined ? [] : [id === 'search' ? id : ':id', ...verb]
  return ['', version, resource, ...rest].join('/')
}

/**
 * Records a metric and a span for each call to the card provider: route, outcome, and time to the response
 * headers.
 */
export function observedHttp(http: Http, { metrics, tracing }: Telemetry): Http {
  return {
    getClientName: () => http.getClientName(),
    makeRequest: async (...request) => {
      const [host, , path, method] = request
      const call = `${method} ${patternOf(path)}`
      const attributes = { 'http.request.method': method, 'server.address': host }
      const span = tracing?.begin(call, SpanKind.CLIENT, attributes)
      const begun = performance.now()
      const end = (status: number | null): void => {
        const outcome = status === null ? 'none' : `${Math.floor(status / 100)}xx`
        metrics.cardCalls.observe({ call, outcome }, (performance.now() - begun) / 1000)
        if (status !== null) span?.setAttribute('http.response.status_code', status)
        if (status === null || status >= 500) span?.setStatus({ code: SpanStatusCode.ERROR })
        span?.end()
      }
      try {
        const answer = await http.makeRequest(...request)
        end(answer.getStatusCode())
        return answer
      } catch (error) {
        end(null)
        throw error
      }
    },
  }
}
