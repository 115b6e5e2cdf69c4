import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * Lets the server stop as soon as its last answer is out. Node waits a minute for connections on which nothing was asked yet, which
 * browsers and proxies open in advance, and as long as they are kept alive for those whose answer was under way.
 */
export function endConnectionsOnClose(app: FastifyInstance): void {
  const silent = new Set<Socket>()
  let closing = false
  app.server.on('connection', (socket: Socket) => {
    if (closing) socket.destroy()
    silent.add(socket)
    socket.once('close', () => silent.delete(socket))
  })
  app.server.on('request', (request) => silent.delete(request.socket))
  app.addHook('preClose', async () => {
    closing = true
    for (const socket of silent) socket.destroy()
  })
  app.addHook('onSend', async (_request, reply) => {
    if (closing) reply.header('connection', 'close')
  })
  app.addHook('onResponse', async () => {
    if (closing) setImmediate(() => app.server.closeIdleConnections())
  })
}
