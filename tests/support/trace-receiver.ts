import { once } from 'node:events'
import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import type { AddressInfo } from 'node:net'

type Value = { stringValue?: string; intValue?: number | string }
type SentSpan = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  attributes: { key: string; value: Value }[]
}
type Sent = { resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[] }

export type ReceivedSpan = Omit<SentSpan, 'attributes'> & { attributes: Record<string, string> }

/** Receives traces like a collector (OTLP, JSON) and keeps their spans. */
export async function startTraceReceiver(): Promise<{
  url: string
  spans: ReceivedSpan[]
  stop(): Promise<void>
}> {
  const spans: ReceivedSpan[] = []
  const server = createServer((request, response) => {
    void json(request).then((body) => {
      if (request.url !== '/v1/traces') return response.writeHead(404).end()
      const sent = (body as Sent).resourceSpans.flatMap(({ scopeSpans }) =>
        scopeSpans.flatMap((scope) => scope.spans),
      )
      for (const span of sent) {
        const attributes = span.attributes.map(({ key, value }) => [key, String(Object.values(value)[0])])
        spans.push({ ...span, attributes: Object.fromEntries(attributes) })
      }
      return response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
