import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Time for a partly received request to arrive in full after the server began to stop. */
const arrivalMs = 2_000

/**
 * Lets the server stop as soon as its last response is out. Node by itself waits a minute for idle
 * connections (browsers and proxies open them in advance), for the keep-alive time of used ones, and forever
 * for a request that stalls halfway.
 */
export function endConnectionsOnClose(app: FastifyInstance): void {
  const open = new Set<Socket>()
  const underWay = new Map<Socket, IncomingMessage>()
  let closing = false
  app.server.on('connection', (socket: Socket) => {
    if (closing) socket.destroy()
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  app.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request
    underWay.set(socket, request)
    response.once('close', () => {
      if (underWay.get(socket) === request) underWay.delete(socket)
      // `destroySoon` flushes pending writes first.
      if (closing && !underWay.has(socket)) socket.destroySoon()
    })
  })
  app.addHook('preClose', async () => {
    closing = true
    for (const socket of open) if (!underWay.has(socket)) socket.destroySoon()
    setTimeout(() => {
      for (const [socket, request] of underWay) if (!request.complete) socket.destroy()
    }, arrivalMs).unref()
  })
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (closing) reply.header('connection', 'close')
    done()
  })
}
