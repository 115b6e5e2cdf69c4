import { setTimeout as wait } from 'node:timers/promises'
import { Gauge, type Registry } from 'prom-client'
import type { Context } from '../context.ts'

type Described = { name: string; help: string; label?: string }

/** Something that only the database knows: asked when somebody looks, by queries that read a few rows of an index of their own. */
export type Reading = {
  gauges: readonly Described[]
  /** The value of each gauge by its name; of one with a label, a value for each. A gauge that is left out has none. */
  read(context: Context): Promise<Record<string, number | Record<string, number>>>
}

/** Seconds from an instant to now (epoch milliseconds), for the age of the oldest of something; 0 where there is none. */
export function ageOf(since: Date | null | undefined, now: number): number {
  return since ? Math.max(0, now - since.getTime()) / 1000 : 0
}

/** How long an answer is told again. */
const keptMs = 10_000
/** A scraper gives up after ten seconds, and wants to hear of the rest. */
const usualPatienceMs = 2_000

/**
 * Makes the gauges of the database. The function answers once they are fresh, or cannot be made so: then they are not told at all, and
 * `dashfit_database_up` is 0. However many look, and however slow the database is, one reading is under way at a time.
 */
export function createDatabaseGauges(
  context: Context,
  readings: readonly Reading[],
  registry: Registry,
  patienceMs = usualPatienceMs,
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
  const forget = (): void => {
    for (const { gauge, label } of gauges.values()) {
      if (label === undefined) gauge.remove()
      else gauge.reset()
    }
  }
  const tell = (name: string, value: number | Record<string, number>): void => {
    const { gauge, label } = gauges.get(name) ?? {}
    if (typeof value === 'number') gauge?.set(value)
    else if (label !== undefined)
      for (const [of, one] of Object.entries(value)) gauge?.set({ [label]: of }, one)
  }

  // A gauge without a label would stand at 0 until it is known.
  forget()
  let readAt = -Infinity
  let underWay: Promise<void> | null = null
  const readAll = async (): Promise<void> => {
    const found: Record<string, number | Record<string, number>> = {}
    // One after the other: whoever looks takes one connection and no more.
    for (const reading of readings) Object.assign(found, await reading.read(context))
    forget()
    for (const [name, value] of Object.entries(found)) tell(name, value)
    readAt = performance.now()
  }
  const refresh = (): Promise<void> => {
    underWay ??= readAll()
      .catch((error: unknown) => {
        context.log.warn({ err: error }, 'the gauges of the database could not be read')
      })
      .finally(() => (underWay = null))
    return underWay
  }
  return async () => {
    if (performance.now() - readAt > keptMs)
      await Promise.race([refresh(), wait(patienceMs, undefined, { ref: false })])
    const isFresh = performance.now() - readAt <= keptMs
    up.set(isFresh ? 1 : 0)
    if (!isFresh) forget()
  }
}
