import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import {
  defaultTextMapGetter,
  diag,
  DiagLogLevel,
  ROOT_CONTEXT,
  trace,
  type Attributes,
  type Context,
  type Span,
  type SpanKind,
} from '@opentelemetry/api'
import { setGlobalErrorHandler, W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { FastifyBaseLogger } from 'fastify'
import type { TraceConfig } from '../config.ts'
import { whoAsks } from './request-context.ts'

/** How long the last spans may take to leave when the process stops. */
const lastSpansMs = 1_000
/** A query's text says enough by then. */
const longestAttribute = 4_000

type CallerHeaders = Record<string, string | string[] | undefined>

export type Tracing = {
  /** A span that begins now: below the one that the caller's headers name, or below that of whoever asks. Whoever begins it ends it. */
  begin(name: string, kind: SpanKind, attributes: Attributes, headers?: CallerHeaders): Span
  close(): Promise<void>
}

/** The library keeps to itself that nobody takes the spans, unless it is told whom to tell. */
function sayWhatFails(log: FastifyBaseLogger): void {
  const warn = (reason: string): void => log.warn({ reason }, 'traces do not arrive')
  setGlobalErrorHandler((error) => warn(typeof error === 'string' ? error : (error.message ?? 'unknown')))
  const silent = (): void => undefined
  diag.setLogger(
    { error: warn, warn, info: silent, debug: silent, verbose: silent },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  )
}

/**
 * Sends spans over OTLP in batches. Whether a request is traced is the caller's decision where it says so in `traceparent`, else
 * chance's. The provider is no global one, so that no library adds spans of its own with what we would not write into them.
 */
export function startTracing({ url, serviceName, share }: TraceConfig, log: FastifyBaseLogger): Tracing {
  sayWhatFails(log)
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName, 'service.instance.id': randomUUID() }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanLimits: { attributeValueLengthLimit: longestAttribute },
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url }) })],
  })
  const tracer = provider.getTracer('dashfit')
  const propagator = new W3CTraceContextPropagator()
  const contextOf = (headers?: CallerHeaders): Context => {
    if (headers) return propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter)
    const above = whoAsks()?.span
    return above ? trace.setSpan(ROOT_CONTEXT, above) : ROOT_CONTEXT
  }
  return {
    begin: (name, kind, attributes, headers) =>
      tracer.startSpan(name, { kind, attributes }, contextOf(headers)),
    close: async () => {
      await Promise.race([provider.shutdown(), wait(lastSpansMs, undefined, { ref: false })])
    },
  }
}
