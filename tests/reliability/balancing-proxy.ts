import { connect, createServer, type Socket } from 'node:net'
import { findFreePort } from '../../scripts/free-port.ts'

/** A proxy that gives each connection to the next of its servers, and passes one that is down over. */
export async function startBalancingProxy(
  ports: readonly number[],
): Promise<{ url: string; close(): Promise<void> }> {
  const port = await findFreePort()
  const open = new Set<Socket>()
  let turn = 0
  const pass = (incoming: Socket, tries: number): void => {
    turn += 1
    const outgoing = connect({ host: 'localhost', port: ports[turn % ports.length] ?? 0 })
    let isConnected = false
    outgoing.once('connect', () => {
      isConnected = true
      incoming.pipe(outgoing).pipe(incoming)
    })
    outgoing.on('error', () => undefined)
    outgoing.once('close', () => {
      if (isConnected || tries === 1) incoming.destroy()
      else pass(incoming, tries - 1)
    })
    incoming.once('close', () => outgoing.destroy())
  }
  const proxy = createServer((incoming) => {
    open.add(incoming)
    incoming.once('close', () => open.delete(incoming))
    incoming.on('error', () => undefined)
    pass(incoming, ports.length)
  })
  await new Promise<void>((resolve) => proxy.listen(port, 'localhost', resolve))
  return {
    url: `http://localhost:${port}`,
    close: () =>
      new Promise((resolve) => {
        proxy.close(() => resolve())
        for (const socket of open) socket.destroy()
      }),
  }
}
