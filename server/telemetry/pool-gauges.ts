import { Gauge, type Registry } from 'prom-client'
import type { Database } from '../database/open-database.ts'
import type { Replica } from '../database/open-replica.ts'

/** Registers gauges of this process's connection pool, read at each scrape. */
export function createPoolGauges({ pool }: Database, size: number, registry: Registry): void {
  const connections = new Gauge({
    name: 'dashfit_pool_connections',
    help: 'Connections of the pool by their state (busy, idle).',
    labelNames: ['state'],
    registers: [],
    collect() {
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount)
      this.set({ state: 'idle' }, pool.idleCount)
    },
  })
  const waiting = new Gauge({
    name: 'dashfit_pool_waiting',
    help: 'Queries that wait for a connection of the pool at this moment.',
    registers: [],
    collect() {
      this.set(pool.waitingCount)
    },
  })
  const most = new Gauge({
    name: 'dashfit_pool_size',
    help: 'The most connections that the pool opens.',
    registers: [],
  })
  most.set(size)
  for (const gauge of [connections, waiting, most]) registry.registerMetric(gauge)
}

/** Registers the gauge of replica use; without a replica it has no value. */
export function createReplicaGauge(replica: Replica | undefined, registry: Registry): void {
  const isAsked = new Gauge({
    name: 'dashfit_replica_up',
    help: 'Whether calls that only read ask the replica: it is there, and not far behind.',
    registers: [],
    collect() {
      if (replica) this.set(replica.has(null) ? 1 : 0)
      else this.remove()
    },
  })
  registry.registerMetric(isAsked)
}
