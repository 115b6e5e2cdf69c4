import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import {
  diag,
  DiagLogLevel,
  ROOT_CONTEXT,
  trace,
  type Attributes,
  type Span,
  type SpanContext,
  type SpanKind,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type TracerProviderOptions,
} from '@opentelemetry/sdk-trace'
import type { FastifyBaseLogger } from 'fastify'
import type { TraceConfig } from '../config.ts'
import { whoAsks } from './asking.ts'

/** How long the last spans may take to leave when the process stops. */
const lastSpansMs = 1_000
/** A query's text says enough by then. */
const longestAttribute = 4_000

export type Tracing = {
  /** A span that begins now: below the caller's own, or below that of whoever asks. Whoever begins it ends it. */
  begin(name: string, kind: SpanKind, attributes: Attributes, parent?: SpanContext | null): Span
  close(): Promise<void>
}

/** What the spans are said to be of. */
function resourceOf(attributes: Attributes): NonNullable<TracerProviderOptions['resource']> {
  const resource = {
    attributes,
    merge: () => resource,
    getRawAttributes: () => Object.entries(attributes),
  }
  return resource
}

/**
 * Sends spans over OTLP in batches. Whether a request is traced is the caller's decision where it says so in `traceparent`, else
 * chance's. The provider is no global one, so that no library adds spans of its own with what we would not write into them.
 */
export function startTracing({ url, serviceName, share }: TraceConfig, log: FastifyBaseLogger): Tracing {
  const warn = (message: string): void => log.warn({ reason: message.slice(0, 500) }, 'traces do not arrive')
  const silent = (): void => undefined
  diag.setLogger(
    { error: warn, warn, info: silent, debug: silent, verbose: silent },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  )
  const provider = new TracerProvider({
    resource: resourceOf({ 'service.name': serviceName, 'service.instance.id': randomUUID() }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanLimits: { attributeValueLengthLimit: longestAttribute },
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url }) })],
  })
  const tracer = provider.getTracer('dashfit')
  return {
    begin(name, kind, attributes, parent) {
      const above = parent ?? whoAsks()?.span?.spanContext()
      const context = above ? trace.setSpanContext(ROOT_CONTEXT, above) : ROOT_CONTEXT
      return tracer.startSpan(name, { kind, attributes }, context)
    },
    close: async () => {
      await Promise.race([provider.shutdown(), wait(lastSpansMs, undefined, { ref: false })])
    },
  }
}
