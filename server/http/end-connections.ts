import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** How long a request that has begun to arrive may take to arrive whole once the server stops. */
const arrivalMs = 2_000

/**
 * Lets the server stop as soon as its last answer is out. Node waits a minute for connections on which nothing was asked yet, which
 * browsers and proxies open in advance, as long as they are kept alive for those whose answer was under way, and for ever where
 * somebody began to ask and fell silent.
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
      // What was written still leaves.
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
