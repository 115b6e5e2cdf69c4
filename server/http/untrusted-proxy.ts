import type { FastifyInstance } from 'fastify'

/**
 * Logs once that a peer outside TRUSTED_PROXIES sends X-Forwarded-For. If it is a proxy, all its visitors
 * count as one network, and the limits that one visitor uses up lock out all. Returns a function that gives
 * the warning for the readiness probe; null before.
 */
export function warnOfUntrustedProxy(app: FastifyInstance): () => string | null {
  let warning: string | null = null
  app.addHook('onRequest', (request, _reply, done) => {
    const { remoteAddress: peer } = request.socket
    // A trusted sender's header replaces the address of the connection.
    if (warning === null && request.headers['x-forwarded-for'] !== undefined && request.ip === peer) {
      warning = 'X-Forwarded-For comes from an address outside TRUSTED_PROXIES and is ignored'
      request.log.warn({ peer }, warning)
    }
    done()
  })
  return () => warning
}
