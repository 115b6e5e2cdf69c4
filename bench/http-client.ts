import { once } from 'node:events'
import { connect } from 'node:net'

export type Request = { path: string; headers?: Record<string, string>; body?: string }
export type Response = { status: number; body: string }
export type Connection = { send(request: Request): Promise<Response>; close(): void }

/** A GET, or a POST where there is a body. */
function encode({ path, headers = {}, body = '' }: Request, host: string): string {
  const all = { host, ...headers, 'content-length': String(Buffer.byteLength(body)) }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${body === '' ? 'GET' : 'POST'} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`
}

/**
 * Opens a keep-alive connection with one request in flight. Node's own client costs a fifth of the processor
 * time of a booking; this one leaves the processors to the servers that are compared. It reads responses with
 * a content-length.
 */
export async function openConnection(url: string): Promise<Connection> {
  const { hostname, port, host } = new URL(url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  socket.setNoDelay().setEncoding('latin1')
  let received = ''
  let pending: { resolve: (response: Response) => void; reject: (error: Error) => void } | null = null
  const fail = (error: Error) => pending?.reject(error)
  socket.on('error', fail)
  socket.on('close', () => fail(new Error('the server closed the connection')))
  socket.on('data', (part: string) => {
    received += part
    const headEnd = received.indexOf('\r\n\r\n')
    if (headEnd < 0) return
    const [, length] = /\r\ncontent-length: *(\d+)/i.exec(received.slice(0, headEnd)) ?? []
    if (length === undefined) return fail(new Error(`no content-length: ${received}`))
    if (received.length < headEnd + 4 + Number(length)) return
    const response = { status: Number(received.slice(9, 12)), body: received.slice(headEnd + 4) }
    received = ''
    pending?.resolve(response)
  })
  return {
    send: (request) =>
      new Promise((resolve, reject) => {
        pending = { resolve, reject }
        socket.write(encode(request, host))
      }),
    close: () => socket.destroy(),
  }
}

type Load = { url: string; callers: number; seconds: number; status: number; next: () => Request }
export type Rate = { count: number; perSecond: number }

/**
 * Callers send one request after another. Throws on a response with another status: a wrong answer has no
 * speed.
 */
export async function runLoad({ url, callers, seconds, status, next }: Load): Promise<Rate> {
  const connections = await Promise.all(Array.from({ length: callers }, () => openConnection(url)))
  const begin = performance.now()
  let count = 0
  const call = async (connection: Connection): Promise<void> => {
    while (performance.now() - begin < seconds * 1000) {
      const request = next()
      const response = await connection.send(request)
      if (response.status !== status)
        throw new Error(`${request.path} answered ${response.status} ${response.body.slice(0, 300)}`)
      count++
    }
  }
  await Promise.all(connections.map(call)).finally(() => {
    for (const connection of connections) connection.close()
  })
  return { count, perSecond: (count * 1000) / (performance.now() - begin) }
}
