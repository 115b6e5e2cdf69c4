import { connect, type Socket } from 'node:net'

/** What a connection that keeps a server from ending may have sent, and never goes on with. */
const beginnings = [
  '',
  'GET /healthz HTTP/1.1\r\nHost: local',
  'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\nGET /healthz HTTP/1.1\r\nHos',
  'POST /api/appointments HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{"amount":',
]

/** Opens connections that say nothing, or begin and fall silent. */
export async function openIdleSockets(url: string): Promise<{ close(): void }> {
  const { port, hostname: host } = new URL(url)
  const sockets = await Promise.all(
    beginnings.map(
      (beginning) =>
        new Promise<Socket>((resolve, reject) => {
          const socket = connect({ host, port: Number(port) }, () => {
            socket.write(beginning)
            resolve(socket)
          })
          socket.once('error', reject)
        }),
    ),
  )
  for (const socket of sockets) socket.on('error', () => undefined).resume()
  return {
    close: () => {
      for (const socket of sockets) socket.destroy()
    },
  }
}
