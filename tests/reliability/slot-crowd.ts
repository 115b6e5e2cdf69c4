import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { connect, type Socket } from 'node:net'

/** One booking request: the process, the customer and the body. */
export type Order = { url: string; cookie: string; body: string }

export type Told = { status: number; body: { id?: string; error?: string } }

/** Sends all orders at the same moment, and returns the answers in their order. */
export type Crowd = (orders: readonly Order[]) => Promise<Told[]>

const path = '/api/appointments'

function headersOf({ cookie, body }: Order): Record<string, string | number> {
  return { cookie, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
}

/** A cheap request: its answer proves that the process has read everything sent before it. */
async function ping(url: string, agent: Agent): Promise<void> {
  const asking = request(`${url}/healthz`, { agent }).end()
  const [answer] = await once(asking, 'response')
  answer.resume()
  await once(answer, 'end')
}

/** Keep-alive bursts: every caller has an open connection, and all whole requests are written in one tick. */
export function burstCrowd(): { send: Crowd; close(): void } {
  const agent = new Agent({ keepAlive: true, maxSockets: Infinity, maxFreeSockets: Infinity })
  const ask = async (order: Order): Promise<Told> => {
    const asking = request(`${order.url}${path}`, { method: 'POST', agent, headers: headersOf(order) })
    asking.end(order.body)
    const [answer] = await once(asking, 'response')
    if (!asking.reusedSocket) throw new Error('a caller had no open connection')
    let text = ''
    for await (const part of answer.setEncoding('utf8')) text += part
    return { status: answer.statusCode, body: JSON.parse(text) }
  }
  return {
    send: async (orders) => {
      await Promise.all(orders.map(({ url }) => ping(url, agent)))
      return Promise.all(orders.map(ask))
    },
    close: () => agent.destroy(),
  }
}

async function openSocket(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port), noDelay: true })
  await once(socket, 'connect')
  return socket
}

function bytesOf(order: Order): Buffer {
  const lines = Object.entries({ host: new URL(order.url).host, connection: 'close', ...headersOf(order) })
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  return Buffer.from(`POST ${path} HTTP/1.1\r\n${head}\r\n${order.body}`)
}

async function readAnswer(socket: Socket): Promise<Told> {
  const parts: Buffer[] = []
  for await (const part of socket) parts.push(part as Buffer)
  const [head = '', body = ''] = Buffer.concat(parts).toString().split('\r\n\r\n')
  return { status: Number(head.split(' ')[1]), body: JSON.parse(body) as Told['body'] }
}

/**
 * Sockets of their own: everything but the last byte of every request is sent first, then all last bytes go
 * in one tick.
 */
export const lastByteCrowd: Crowd = async (orders) => {
  const callers = await Promise.all(
    orders.map(async (order) => ({ bytes: bytesOf(order), socket: await openSocket(order.url) })),
  )
  const answers = callers.map(({ socket }) => readAnswer(socket))
  await Promise.all(
    callers.map(
      ({ bytes, socket }) => new Promise((resolve) => socket.write(bytes.subarray(0, -1), resolve)),
    ),
  )
  const agent = new Agent()
  await Promise.all([...new Set(orders.map(({ url }) => url))].map((url) => ping(url, agent)))
  for (const { bytes, socket } of callers) socket.write(bytes.subarray(-1))
  return Promise.all(answers)
}
