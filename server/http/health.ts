import type { FastifyInstance } from 'fastify'
import { Refusal } from '../../contract/refusals.ts'
import type { Context } from '../context.ts'
import { pendingMigrations } from '../database/migrate.ts'
import { sendRefusal } from './refusal-answer.ts'

/** Findings that do not make a process unready, because all else works. */
type Findings = {
  findMailOutage: (context: Context) => Promise<object | null>
  /** The warning about the settings. */
  findWarning: () => string | null
}

/**
 * `/healthz`: liveness. `/readyz`: readiness; the database responds and has every migration. Its detail names
 * a mail server that is out of order, and the warning of the settings.
 */
export function registerHealth(
  app: FastifyInstance,
  context: Context,
  { findMailOutage, findWarning }: Findings,
): void {
  app.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'alive' }))
  app.get('/readyz', { schema: { hide: true } }, async (request, reply) => {
    try {
      const pending = await pendingMigrations(context.database.pool)
      if (pending.length === 0) {
        const warning = findWarning()
        const isMailFailing = (await findMailOutage(context)) !== null
        return {
          status: 'ready',
          ...(isMailFailing && { mail: 'failing' }),
          ...(warning !== null && { warning }),
        }
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
