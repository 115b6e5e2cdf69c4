import type { FastifyInstance } from 'fastify'
import { Refusal } from '../../contract/refusals.ts'
import type { Context } from '../context.ts'
import { pendingMigrations } from '../database/migrate.ts'
import { sendRefusal } from './refusal-answer.ts'

/**
 * `/healthz`: liveness. `/readyz`: readiness; the database responds and has every migration. A ready process
 * also reports the warning of its settings, if there is one.
 */
export function registerHealth(
  app: FastifyInstance,
  context: Context,
  findWarning: () => string | null,
): void {
  app.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'alive' }))
  app.get('/readyz', { schema: { hide: true } }, async (request, reply) => {
    try {
      const pending = await pendingMigrations(context.database.pool)
      if (pending.length === 0) {
        const warning = findWarning()
        return warning === null ? { status: 'ready' } : { status: 'ready', warning }
      }
      request.log.warn({ pending }, 'migrations are pending')
    } catch (error) {
      request.log.warn(
        { reason: error instanceof Error ? error.message : 'unknown' },
        'the database is not ready',
      )
    }
    return sendRefusal(reply, new Refusal('unavailable', { retryAfterSeconds: 1 }))
  })
}
