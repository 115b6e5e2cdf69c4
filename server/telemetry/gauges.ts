import { setTimeout as wait } from 'node:timers/promises'
import { Gauge, type Registry } from 'prom-client'
import type { Context } from '../context.ts'

type Described = { name: string; help: string; label?: string }

/** Gauges read from the database at a scrape, by queries that read a few rows of their own index. */
export type Reading = {
  gauges: readonly Described[]
  /**
   * Returns the value of each gauge by its name; for a gauge with a label, one value per label. An omitted
   * gauge has no value.
   */
  read(context: Context): Promise<Record<string, number | Record<string, number>>>
}

/** Seconds from an instant to now (epoch milliseconds); 0 without an instant. */
export function ageOf(since: Date | null | undefined, now: number): number {
  return since ? Math.max(0, now - since.getTime()) / 1000 : 0
}

/** Cache time of a reading. */
const cacheMs = 10_000
/** A scraper times out after ten seconds and needs the other metrics. */
const defaultTimeoutMs = 2_000

/**
 * Creates the gauges that are read from the database. The returned function resolves once they are fresh or
 * the timeout has passed. In the latter case they are removed and `dashfit_database_up` is 0. Single-flight:
 * one reading is in flight at a time, whatever the number of scrapes.
 */
export function createDatabaseGauges(
  context: Context,
  readings: readonly Reading[],
  registry: Registry,
  timeoutMs = defaultTimeoutMs,
): () => Promise<void> {
  const registers = [registry]
  const up = new Gauge({
    name: 'dashfit_database_up',
    help: 'Whether the database answered this process within two seconds.',
    registers,
  })
  const gauges = new Map(
    readings
      .flatMap((reading) => reading.gauges)
      .map(({ name, help, label }) => {
        const labelNames = label === undefined ? [] : [label]
        return [name, { label, gauge: new Gauge({ name, help, labelNames, registers }) }] as const
      }),
  )
  const removeValues = (): void => {
    for (const { gauge, label } of gauges.values()) {
      if (label === undefined) gauge.remove()
      else gauge.reset()
    }
  }
  const setValue = (name: string, value: number | Record<string, number>): void => {
    const { gauge, label } = gauges.get(name) ?? {}
    if (typeof value === 'number') gauge?.set(value)
    else if (label !== undefined)
      for (const [of, one] of Object.entries(value)) gauge?.set({ [label]: of }, one)
  }

  // A gauge without a label would expose 0 before the first reading.
  removeValues()
  let readAt = -Infinity
  let inFlight: Promise<void> | null = null
  const readAll = async (): Promise<void> => {
    const found: Record<string, number | Record<string, number>> = {}
    // One after the other, so that a scrape uses one connection at most.
    for (const reading of readings) Object.assign(found, await reading.read(context))
    removeValues()
    for (const [name, value] of Object.entries(found)) setValue(name, value)
    readAt = performance.now()
  }
  const refresh = (): Promise<void> => {
    inFlight ??= readAll()
      .catch((error: unknown) => {
        context.log.warn({ err: error }, 'the gauges of the database could not be read')
      })
      .finally(() => (inFlight = null))
    return inFlight
  }
  return async () => {
    if (performance.now() - readAt > cacheMs)
      await Promise.race([refresh(), wait(timeoutMs, undefined, { ref: false })])
    const isFresh = performance.now() - readAt <= cacheMs
    up.set(isFresh ? 1 : 0)
    if (!isFresh) removeValues()
  }
}
