import { once } from 'node:events'
import { Agent, request } from 'node:http'
import type { Asked } from './run-load.ts'

export type Told = { status: number; text: string }

/** Callers who each have a connection open and all ask in one moment. */
export type Burst = {
  /** Gives the answers in the order of the questions, and the milliseconds until the last was there. */
  send(requests: readonly Omit<Asked, 'expects'>[]): Promise<{ told: Told[]; ms: number }>
  close(): void
}

export function openBurst(url: string): Burst {
  const agent = new Agent({ keepAlive: true, maxSockets: Infinity, maxFreeSockets: Infinity })
  const ask = async ({ method, path, headers, body }: Omit<Asked, 'expects'>): Promise<Told> => {
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
    const asking = request(`${url}${path}`, { method, agent, headers: { ...headers, ...length } })
    asking.end(body)
    const [answer] = await once(asking, 'response')
    let text = ''
    for await (const part of answer.setEncoding('utf8')) text += part
    return { status: answer.statusCode, text }
  }
  return {
    send: async (requests) => {
      const touch = { method: 'GET', path: '/healthz', headers: {} } as const
      await Promise.all(requests.map(() => ask(touch)))
      const began = performance.now()
      const told = await Promise.all(requests.map(ask))
      return { told, ms: performance.now() - began }
    },
    close: () => agent.destroy(),
  }
}
