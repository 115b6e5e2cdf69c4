import { createServer, request, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { findFreePort } from '../../scripts/free-port.ts'

/** A proxy that sends a response on only once it has all of it, so that an event stream never arrives. */
export async function startBufferingProxy(target: string): Promise<{ url: string; close(): Promise<void> }> {
  const port = await findFreePort()
  const proxy = createServer((incoming, outgoing) => {
    const passed = request(
      `${target}${incoming.url}`,
      { method: incoming.method, headers: incoming.headers },
      (response: IncomingMessage) => {
        buffer(response).then(
          (body) => outgoing.writeHead(response.statusCode ?? 502, response.headers).end(body),
          () => outgoing.destroy(),
        )
      },
    )
    passed.on('error', () => outgoing.destroy())
    outgoing.on('close', () => passed.destroy())
    incoming.pipe(passed)
  })
  await new Promise<void>((resolve) => proxy.listen(port, 'localhost', resolve))
  return {
    url: `http://localhost:${port}`,
    close: () =>
      new Promise((resolve) => {
        proxy.close(() => resolve())
        proxy.closeAllConnections()
      }),
  }
}
