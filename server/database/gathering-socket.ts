import { Socket } from 'node:net'

/**
 * A socket for a connection on which several things are said without waiting for the answers: what is written to it before the process
 * turns to something else leaves as one packet, and wakes the other side once. What TLS writes is its own.
 */
export function gatheringSocket(): Socket {
  const socket = new Socket()
  const write = socket.write.bind(socket) as (...given: unknown[]) => boolean
  let isGathering = false
  const gather = (...given: unknown[]): boolean => {
    if (!isGathering) {
      isGathering = true
      socket.cork()
      process.nextTick(() => {
        isGathering = false
        socket.uncork()
      })
    }
    return write(...given)
  }
  // Connecting gives a socket its own way of writing back.
  return socket.once('connect', () => (socket.write = gather as Socket['write']))
}
