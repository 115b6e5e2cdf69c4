import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import type { Tracing } from './tracing.ts'
import { createUnderWay, type UnderWay } from './in-flight.ts'

/** What one process lets be seen of itself from outside. */
export type Telemetry = {
  metrics: Metrics
  /** Null where no endpoint for traces is configured. */
  tracing: Tracing | null
  underWay: UnderWay
  close(): Promise<void>
}

/** Begins to count, and to trace where that is asked for; the libraries for traces are loaded then only. */
export async function openTelemetry({ traces }: Config, log: FastifyBaseLogger): Promise<Telemetry> {
  const tracing = traces === null ? null : (await import('./tracing.ts')).startTracing(traces, log)
  return {
    metrics: createMetrics(),
    tracing,
    underWay: createUnderWay(),
    close: async () => tracing?.close(),
  }
}
