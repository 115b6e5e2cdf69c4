import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { refuse } from '../../contract/refusals.ts'
import type { Context } from '../context.ts'
import { readInput } from './read-input.ts'
import { equalSecrets } from './equal-secrets.ts'

const clockChange = z.strictObject({
  offsetSeconds: z.int().check(z.minimum(-(10 ** 9)), z.maximum(10 ** 9)),
})

/**
 * Lets the sandbox move the product's clock together with its own, and runs due jobs before it responds.
 * Registered only when a sandbox is configured.
 */
export function registerSandboxClock(
  app: FastifyInstance,
  context: Context,
  runDue: () => Promise<void>,
): void {
  const { sandbox } = context.config
  if (!sandbox) return
  app.post('/api/sandbox/clock', { schema: { hide: true } }, async (request) => {
    if (!equalSecrets(request.headers.authorization ?? '', `Bearer ${sandbox.secret}`)) refuse('not_allowed')
    const { offsetSeconds } = readInput(clockChange, request.body)
    await context.database.db.updateTable('clock').set({ offset_seconds: offsetSeconds }).execute()
    context.clock.setOffset(offsetSeconds * 1000)
    await runDue()
    return { offsetSeconds }
  })
}
