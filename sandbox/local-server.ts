import { createServer } from 'node:http'
import type { RequestListener, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import fastify from 'fastify'
import type { FastifyInstance } from 'fastify'

export interface LocalServer {
  port: number
  /** Requests before this call wait for it. */
  serve(app: FastifyInstance): void
  close(): Promise<void>
}

const BODY_LIMIT = 1024 * 1024

/** Listens on 127.0.0.1 and ::1 only, so that `localhost` works however it resolves. */
export async function listenLocally(port: number): Promise<LocalServer> {
  let serve!: (app: FastifyInstance) => void
  const serving = new Promise<FastifyInstance>((resolve) => {
    serve = resolve
  })
  const answer: RequestListener = (request, response) => {
    void serving.then((app) => app.routing(request, response))
  }
  const first = await listen(createServer(answer), port, '127.0.0.1')
  const taken = (first.address() as AddressInfo).port
  // Machines without IPv6 are supported.
  const second = await listen(createServer(answer), taken, '::1').catch(() => undefined)
  const servers = second ? [first, second] : [first]
  return {
    port: taken,
    serve,
    async close() {
      await Promise.all(servers.map(closeServer))
    },
  }
}

/** Keeps form bodies as text, because the card API and the pages parse them differently. */
export function createApp(): FastifyInstance {
  const app = fastify({ logger: false, bodyLimit: BODY_LIMIT, exposeHeadRoutes: false })
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, body),
  )
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-content-type-options', 'nosniff')
    const { origin, host } = request.headers
    // A name of another site that resolves to this machine would give its pages the mailbox (DNS rebinding).
    if (!isOwnHost(host, request.socket.localPort)) {
      await reply.code(421).send({ error: 'The sandbox answers on localhost only.' })
      return
    }
    const foreign = origin !== undefined && hostOf(origin) !== host
    // Other sites' pages may use the card API, as with Stripe, but not move the clock or answer a challenge.
    // By the route: the path itself may be percent-encoded.
    if (foreign && request.method !== 'GET' && request.routeOptions.url?.startsWith('/sandbox')) {
      await reply.code(403).send({ error: 'Only the sandbox itself may send this from a browser.' })
    }
  })
  return app
}

function isOwnHost(host: string | undefined, port: number | undefined): boolean {
  const address = `http://${host}`
  if (host === undefined || !/^[\w.:[\]-]+$/.test(host) || !URL.canParse(address)) return false
  const { hostname, port: named } = new URL(address)
  return ['localhost', '127.0.0.1', '[::1]'].includes(hostname) && Number(named || 80) === port
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined
}

function listen(server: Server, port: number, host: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve(server)
    })
  })
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
