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

/** Timeout of the last export when the process stops. */
const shutdownTimeoutMs = 1_000
/** This length identifies a query. */
const maxAttributeLength = 4_000

type CallerHeaders = Record<string, string | string[] | undefined>

export type Tracing = {
  /**
   * Starts a span below the one in the caller's headers, or below the current one. The caller must end it.
   */
  begin(name: string, kind: SpanKind, attributes: Attributes, headers?: CallerHeaders): Span
  close(): Promise<void>
}

/** The library drops export failures silently unless it has a logger. */
function logExportFailures(log: FastifyBaseLogger): void {
  const warn = (reason: string): void => log.warn({ reason }, 'traces do not arrive')
  setGlobalErrorHandler((error) => warn(typeof error === 'string' ? error : (error.message ?? 'unknown')))
  const silent = (): void => undefined
  diag.setLogger(
    { error: warn, warn, info: silent, debug: silent, verbose: silent },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  )
}

/**
 * Exports spans over OTLP in batches. The `traceparent` of the caller decides whether a request is traced,
 * else sampling does. The provider is not global, so that no library adds spans with data that we would not
 * record.
 */
export function startTracing({ url, serviceName, share }: TraceConfig, log: FastifyBaseLogger): Tracing {
  logExportFailures(log)
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName, 'service.instance.id': randomUUID() }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanLimits: { attributeValueLengthLimit: maxAttributeLength },
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
      await Promise.race([provider.shutdown(), wait(shutdownTimeoutMs, undefined, { ref: false })])
    },
  }
}
