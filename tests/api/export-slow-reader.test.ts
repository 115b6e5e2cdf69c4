import { createServer, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream/promises'
import { expect, onTestFinished, test } from 'vitest'
import { streamLines } from '../../server/line-stream.ts'

/** Streams an endless export over real sockets; reports how the stream ended. */
async function serveEndless(patienceMs: number) {
  let made = 0
  let finish: () => void = () => undefined
  const finished = new Promise<void>((resolve) => (finish = resolve))
  async function* lines(): AsyncGenerator<string> {
    try {
      for (;;) {
        made++
        yield 'x'.repeat(100_000)
      }
    } finally {
      finish()
    }
  }
  const server = createServer((_, response) => {
    void streamLines(lines(), patienceMs).then((stream) => pipeline(stream, response).catch(() => undefined))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const response = await new Promise<IncomingMessage>((resolve) => {
    get({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', agent: false }, resolve)
  })
  return { response, finished, made: () => made }
}

test('a reader that stalls is disconnected after the timeout', async () => {
  const { response, finished } = await serveEndless(300)
  const broken = new Promise((resolve) => response.once('error', resolve))
  await finished
  response.resume()
  expect(await broken).toMatchObject({ message: 'aborted' })
})

test('a slow reader is not disconnected while it keeps reading', async () => {
  const { response, finished, made } = await serveEndless(60_000)
  let read = 0
  for await (const piece of response) {
    read += (piece as Buffer).length
    if (read > 20_000_000) break
  }
  // Leaving the loop closes the connection and so the stream. It had produced no more than the sockets
  // buffer.
  await finished
  expect(made() * 100_000).toBeLessThan(read + 20_000_000)
})
