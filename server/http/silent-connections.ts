import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * Ends, when the server stops, the connections on which nothing was asked yet: browsers and proxies open some in advance. Node counts them
 * as busy and would wait a minute for their first request.
 */
export function endSilentConnections(app: FastifyInstance): void {
  const silent = new Set<Socket>()
  app.server.on('connection', (socket: Socket) => {
    silent.add(socket)
    socket.once('close', () => silent.delete(socket))
  })
  app.server.on('request', (request) => silent.delete(request.socket))
  app.addHook('preClose', async () => {
    for (const socket of silent) socket.destroy()
  })
}
