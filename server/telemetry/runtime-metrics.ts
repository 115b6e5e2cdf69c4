import { collectDefaultMetrics, Registry } from 'prom-client'

let registry: Registry | undefined

/**
 * Metrics of CPU, memory, event loop and garbage collection. Collected from the first scrape on, so that they
 * cost nothing without a scraper.
 */
export function runtimeMetrics(): Registry {
  if (registry === undefined) {
    registry = new Registry()
    collectDefaultMetrics({ register: registry })
  }
  return registry
}
