import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { gatheringSocket } from './gathering-socket.ts'

test('what is written in one go is kept until the process turns to something else, and leaves in order', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = gatheringSocket()
  const accepting = once(server, 'connection') as Promise<[NodeJS.ReadableStream]>
  socket.connect((server.address() as AddressInfo).port, '127.0.0.1')
  const [received] = await accepting
  let text = ''
  received.on('data', (part: Buffer) => (text += part.toString()))
  await once(socket, 'connect')
  for (const word of ['begin', ' ', 'lock']) {
    socket.write(word)
    await Promise.resolve()
  }
  // Nothing of it has left yet.
  expect(socket.writableLength).toBe('begin lock'.length)
  await expect.poll(() => text).toBe('begin lock')
  expect(socket.writableCorked).toBe(0)
  socket.write(' commit')
  await expect.poll(() => text).toBe('begin lock commit')
  socket.destroy()
  server.close()
})
