import { createTraceState, isSpanContextValid, type SpanContext } from '@opentelemetry/api'

const traceparent = /^(?!ff)[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/

/** The span that a caller says its request belongs to; null where it says none. https://www.w3.org/TR/trace-context/ */
export function readTraceParent(headers: Record<string, string | string[] | undefined>): SpanContext | null {
  const { traceparent: parent, tracestate: state } = headers
  const [, traceId = '', spanId = '', flags = '', more] =
    typeof parent === 'string' ? (traceparent.exec(parent) ?? []) : []
  // The present version has nothing behind its flags.
  if (more !== undefined && typeof parent === 'string' && parent.startsWith('00')) return null
  const context: SpanContext = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true }
  if (!isSpanContextValid(context)) return null
  return typeof state === 'string' && state.length <= 512
    ? { ...context, traceState: createTraceState(state) }
    : context
}
