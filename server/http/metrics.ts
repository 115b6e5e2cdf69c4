import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Registry } from 'prom-client'
import { refuse } from '../../contract/refusals.ts'
import type { Context } from '../context.ts'
import { createDatabaseGauges, type Reading } from '../telemetry/gauges.ts'
import { createPoolGauges, createReplicaGauge } from '../telemetry/pool-gauges.ts'
import { runtimeMetrics } from '../telemetry/runtime-metrics.ts'
import { equalSecrets } from './equal-secrets.ts'

const ownAddress = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/

/** Whether somebody on this machine asks by themselves, and no proxy for anybody. */
function isOfThisMachine({ ip, headers }: FastifyRequest): boolean {
  return ownAddress.test(ip) && headers['x-forwarded-for'] === undefined && headers['forwarded'] === undefined
}

function requireScraper({ config }: Context, request: FastifyRequest): void {
  const { metricsToken: token, production } = config
  if (token !== undefined) {
    if (!equalSecrets(request.headers.authorization ?? '', `Bearer ${token}`)) refuse('not_allowed')
  } else if (production || !isOfThisMachine(request)) refuse('not_found')
}

/**
 * `/metrics`, for Prometheus: what this process counted, and what the database says of the whole. For whoever has the token; without
 * one for this machine alone, and in production for nobody. It answers while the database is away, too.
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
