import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import type { Tracing } from './tracing.ts'
import { createUnderWay, type UnderWay } from './in-flight.ts'

/** Metrics, traces and in-flight work of one process. */
export type Telemetry = {
  metrics: Metrics
  /** Null where no endpoint for traces is configured. */
  tracing: Tracing | null
  underWay: UnderWay
  close(): Promise<void>
}

/** Opens the metrics, and tracing if it is configured; the tracing libraries are loaded only then. */
export async function openTelemetry({ traces }: Config, log: FastifyBaseLogger): Promise<Telemetry> {
  const tracing = traces === null ? null : (await import('./tracing.ts')).startTracing(traces, log)
  return {
    metrics: createMetrics(),
    tracing,
    underWay: createUnderWay(),
    close: async () => tracing?.close(),
  }
}
