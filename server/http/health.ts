import type { FastifyInstance } from 'fastify'
import { Refusal } from '../../contract/refusals.ts'
import type { Context } from '../context.ts'
import { pendingMigrations } from '../database/migrate.ts'
import { sendRefusal } from './refusal-answer.ts'

/** Tells whether mail is out of order. It does not make the process unready: all else works. */
type FindMailOutage = (context: Context) => Promise<object | null>

/**
 * `/healthz`: liveness. `/readyz`: readiness; the database responds and has every migration. Its detail names
 * a mail server that is out of order.
 */
export function registerHealth(app: FastifyInstance, context: Context, findMailOutage: FindMailOutage): void {
  app.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'alive' }))
  app.get('/readyz', { schema: { hide: true } }, async (request, reply) => {
    try {
      const pending = await pendingMigrations(context.database.pool)
      if (pending.length === 0)
        return { status: 'ready', ...((await findMailOutage(context)) && { mail: 'failing' }) }
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
