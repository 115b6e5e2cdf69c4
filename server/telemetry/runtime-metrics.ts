import { collectDefaultMetrics, Registry } from 'prom-client'

let registry: Registry | undefined

/** Processor time, memory, event loop and garbage of this process. Watched from the first look on, so that nobody pays who never looks. */
export function runtimeMetrics(): Registry {
  if (registry === undefined) {
    registry = new Registry()
    collectDefaultMetrics({ register: registry })
  }
  return registry
}
