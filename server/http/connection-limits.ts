import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'

/** Interval in milliseconds at which overdue requests are looked for; Node's own is 30 seconds. */
const checkMs = 1_000
/** Least interval in milliseconds between two log lines about refused connections. */
const quietMs = 60_000

/**
 * Options of the HTTP server: a request must arrive in full within this time from its first byte, on a kept
 * connection too. Fastify's own default sets no limit.
 */
export function arrivalLimits({ requestTimeoutSeconds }: Config) {
  const requestTimeout = requestTimeoutSeconds * 1000
  return {
    requestTimeout,
    http: { requestTimeout, headersTimeout: requestTimeout, connectionsCheckingInterval: checkMs },
  }
}

/** Closes new connections above the limit of the setting, and logs it at most once a minute. */
export function capConnections(app: FastifyInstance, { maxConnections }: Config): void {
  let lastSaid = Number.NEGATIVE_INFINITY
  app.server.maxConnections = maxConnections
  app.server.on('drop', () => {
    if (performance.now() - lastSaid < quietMs) return
    lastSaid = performance.now()
    app.log.warn({ maxConnections }, 'new connections are refused: MAX_CONNECTIONS are open')
  })
}
