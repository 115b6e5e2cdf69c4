import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { sendMessage } from './send-message.ts'

let server: Server

afterEach(() => void server.close())

async function sendTo(status: number, body: string) {
  server = createServer((_, reply) => reply.writeHead(status).end(body))
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return sendMessage(
    { apiUrl: `http://127.0.0.1:${port}`, account: 'AC1', token: 'secret' },
    { from: '+16265550100', to: '+16265550101', body: 'Hello', statusCallback: 'https://shop.example' },
  )
}

test.each([
  ['a limit without JSON is tried again', 429, '', { outcome: 'busy' }],
  ['credentials that are being changed are tried again', 401, '<html>', { outcome: 'busy' }],
  ['a refusal without a code ends the text', 404, 'not found', { outcome: 'refused', code: 404 }],
  ['a refusal has its code', 400, '{"code":21211}', { outcome: 'refused', code: 21211 }],
  ['a failure of the provider may have sent it', 500, '', { outcome: 'unknown' }],
  ['an accepted text has its id', 201, '{"sid":"SM1"}', { outcome: 'sent', sid: 'SM1' }],
])('%s', async (_, status, body, outcome) => {
  expect(await sendTo(status, body)).toEqual(outcome)
})
