import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'

/**
 * A proxy as small as can be: each request goes to the next of the processes behind it. `node round-robin.ts PORT PORT,PORT…`: where it
 * listens, and where they do. It ends with whoever started it.
 */

const [port = '', behind = ''] = process.argv.slice(2)
const ports = behind.split(',').map(Number)
const agents = new Map(ports.map((one) => [one, new Agent({ keepAlive: true })]))
let turn = 0

/** What every proxy says of a process that is gone; whoever asked does not know whether it was done. */
function answerLost(response: ServerResponse): void {
  if (response.headersSent) {
    response.destroy()
    return
  }
  response.writeHead(503, { 'content-type': 'application/json', 'retry-after': '1' })
  response.end(JSON.stringify({ error: 'The process that was asked is gone.' }))
}

/** A process that takes no connection was asked nothing, so the next one may be. */
function forward(incoming: IncomingMessage, body: Buffer, response: ServerResponse, left: number): void {
  const target = ports[turn++ % ports.length] ?? 0
  const { method, url, headers } = incoming
  const outgoing = request(
    { port: target, host: 'localhost', method, path: url, headers, agent: agents.get(target) },
    (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
      answer.on('error', () => response.destroy())
    },
  )
  outgoing.on('error', (error: NodeJS.ErrnoException) => {
    // A kept connection that had been closed already took nothing either.
    const nothingAsked = error.code === 'ECONNREFUSED' || (method === 'GET' && outgoing.reusedSocket)
    if (nothingAsked && left > 1) forward(incoming, body, response, left - 1)
    else answerLost(response)
  })
  outgoing.end(body)
}

// Who asks may keep a connection for as long as the processes behind say: closed sooner, it would be closed while a request is on its way.
createServer({ keepAliveTimeout: 0 }, (incoming, response) => {
  const parts: Buffer[] = []
  incoming.on('data', (part: Buffer) => parts.push(part))
  incoming.on('end', () => forward(incoming, Buffer.concat(parts), response, ports.length))
}).listen(Number(port), 'localhost', () => process.send?.('ready'))
process.on('disconnect', () => process.exit(0))
