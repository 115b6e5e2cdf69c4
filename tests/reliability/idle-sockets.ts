import { connect, type Socket } from 'node:net'

/** Incomplete requests of connections that keep a server from ending. */
const incompleteRequests = [
  '',
  'GET /healthz HTTP/1.1\r\nHost: local',
  'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\nGET /healthz HTTP/1.1\r\nHos',
  'POST /api/appointments HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{"amount":',
]

/** Opens connections that send nothing, or stop in the middle of a request. */
export async function openIdleSockets(url: string): Promise<{ close(): void }> {
  const { port, hostname: host } = new URL(url)
  const sockets = await Promise.all(
    incompleteRequests.map(
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
