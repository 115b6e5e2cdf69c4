import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Registry } from 'prom-client'
import { refuse } from '../../contract/refusals.ts'
import type { Context } from '../context.ts'
import { createDatabaseGauges, type Reading } from '../telemetry/gauges.ts'
import { createPoolGauges, createReplicaGauge } from '../telemetry/pool-gauges.ts'
import { runtimeMetrics } from '../telemetry/runtime-metrics.ts'
import { equalSecrets } from './equal-secrets.ts'

const loopbackAddress = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/

/** Whether the request comes from this machine and not through a proxy. */
function isLocalRequest({ ip, headers }: FastifyRequest): boolean {
  return (
    loopbackAddress.test(ip) && headers['x-forwarded-for'] === undefined && headers['forwarded'] === undefined
  )
}

function requireScraper({ config }: Context, request: FastifyRequest): void {
  const { metricsToken: token, production } = config
  if (token !== undefined) {
    if (!equalSecrets(request.headers.authorization ?? '', `Bearer ${token}`)) refuse('not_allowed')
  } else if (production || !isLocalRequest(request)) refuse('not_found')
}

/**
 * `/metrics` for Prometheus: counters of this process and readings of the database. It requires the token;
 * without a configured token it serves only this machine, and in production nothing. It also responds while
 * the database is down.
 */
export function registerMetrics(app: FastifyInstance, context: Context, readings: readonly Reading[]): void {
  const gauges = new Registry()
  createPoolGauges(context.database, context.config.poolSize, gauges)
  createReplicaGauge(context.replica, gauges)
  const readDatabase = createDatabaseGauges(context, readings, gauges)
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    requireScraper(context, request)
    await readDatabase()
    reply.header('cache-control', 'no-store').type(gauges.contentType)
    const parts = [runtimeMetrics(), context.telemetry.metrics.registry, gauges]
    return (await Promise.all(parts.map((registry) => registry.metrics()))).join('')
  })
}
