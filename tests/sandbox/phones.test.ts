import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { textSignature } from '../../sandbox/phone/text-webhooks.ts'
import { openSandbox, webhookSecret } from './open-sandbox.ts'
import type { OpenSandbox } from './open-sandbox.ts'

type Received = { path: string; fields: Record<string, string>; signature: string }

const account = 'AC00000000000000000000000000005e4d'
const shop = '+16265550100'
const customer = '+16265550199'

let world: OpenSandbox
let product: { url: string; received: Received[]; refuseNext: number; close(): Promise<void> }

beforeEach(async () => {
  product = await listen()
  world = await openSandbox(product.url)
})
afterEach(async () => {
  await world.close()
  await product.close()
})

async function listen(): Promise<typeof product> {
  const listener = { url: '', received: [] as Received[], refuseNext: 0, close: async () => {} }
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      response.statusCode = listener.refuseNext > 0 ? 500 : 204
      listener.refuseNext -= 1
      listener.received.push({
        path: request.url ?? '',
        fields: Object.fromEntries(new URLSearchParams(body)),
        signature: String(request.headers['x-twilio-signature']),
      })
      response.end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  listener.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  listener.close = () =>
    new Promise((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return listener
}

type Answer = { status: number; body: { sid: string; status: string; code: number; num_segments: string } }

async function send(fields: Record<string, string>, token = webhookSecret): Promise<Answer> {
  const answer = await fetch(world.url(`/2010-04-01/Accounts/${account}/Messages.json`), {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${account}:${token}`).toString('base64')}`,
      connection: 'close',
    },
    body: new URLSearchParams({ From: shop, To: customer, Body: 'See you at 9.', ...fields }),
  })
  return { status: answer.status, body: (await answer.json()) as Answer['body'] }
}

const statusCallback = () => `${product.url}/api/webhooks/texts/status`
const statuses = () => product.received.map(({ fields }) => fields['MessageStatus'])

test('the signature is the one that the provider publishes for its example', () => {
  const fields = {
    CallSid: 'CA1234567890ABCDE',
    From: '+12349013030',
    To: '+18005551212',
    Caller: '+12349013030',
    Digits: '1234',
  }
  const url = 'https://mycompany.com/myapp.php?foo=1&bar=2'
  expect(textSignature(url, fields, '12345')).toBe('0/KCTR6DLpKmkAf8muzZqo1nDgQ=')
})

test('a text is accepted and delivered, with a signed callback for each state', async () => {
  const { status, body } = await send({ StatusCallback: statusCallback() })
  expect(status).toBe(201)
  expect(body).toMatchObject({ status: 'queued', num_segments: '1' })
  await vi.waitFor(() => expect(statuses()).toEqual(['sent', 'delivered']))
  for (const { path, fields, signature } of product.received) {
    expect(fields['MessageSid']).toBe(body.sid)
    expect(signature).toBe(textSignature(product.url + path, fields, webhookSecret))
  }
  const page = await (await fetch(world.url('/sandbox/phone'))).text()
  expect(page).toContain('See you at 9.')
})

test.each([
  [{ To: 'abc' }, 21211],
  [{ To: '' }, 21604],
  [{ Body: '' }, 21602],
  [{ Body: 'x'.repeat(1601) }, 21617],
  [{ From: '12' }, 21212],
  [{ To: '+15005550004' }, 21610],
  [{ To: '+15005550009' }, 21614],
  [{ StatusCallback: 'nowhere' }, 21609],
])('%j is refused with %i', async (fields, code) => {
  expect(await send(fields)).toMatchObject({ status: 400, body: { code } })
})

test('a wrong token is refused, and the busy network says so', async () => {
  expect(await send({}, 'wrong')).toMatchObject({ status: 401, body: { code: 20003 } })
  await world.post('/sandbox/phone', { mode: 'busy' })
  expect(await send({})).toMatchObject({ status: 429, body: { code: 20429 } })
})

test('a phone that cannot be reached gets its error, until it can be', async () => {
  await world.post('/sandbox/phone', { phone: customer, errorCode: 30005 })
  await send({ StatusCallback: statusCallback() })
  await vi.waitFor(() => expect(statuses()).toEqual(['sent', 'undelivered']))
  expect(product.received[1]?.fields['ErrorCode']).toBe('30005')
  await world.post('/sandbox/phone', { phone: customer, errorCode: 0 })
  await send({ StatusCallback: statusCallback() })
  await vi.waitFor(() => expect(statuses().at(-1)).toBe('delivered'))
})

test('held texts wait for a button; silent ones are sent though the answer is lost', async () => {
  await world.post('/sandbox/phone', { mode: 'hold' })
  const { body } = await send({ StatusCallback: statusCallback() })
  await vi.waitFor(() => expect(statuses()).toEqual(['sent']))
  await world.post(`/sandbox/phone/messages/${body.sid}`, { errorCode: 30003 })
  await vi.waitFor(() => expect(statuses()).toEqual(['sent', 'undelivered']))
  await world.post('/sandbox/phone', { mode: 'silent' })
  await expect(send({ Body: 'lost' })).rejects.toThrow()
  const stored = (await (await fetch(world.url('/sandbox/phone.json'))).json()) as { body: string }[]
  expect(stored[0]?.body).toBe('lost')
})

test('a reply reaches the product signed, and STOP blocks where the provider handles it', async () => {
  const reply = (body: string) => world.post('/sandbox/phone/replies', { from: customer, to: shop, body })
  expect(await (await reply('STOP')).json()).toEqual({ answer: '204' })
  const [inbound] = product.received
  expect(inbound?.path).toBe('/api/webhooks/texts/inbound')
  expect(inbound?.fields).toMatchObject({ From: customer, To: shop, Body: 'STOP' })
  expect(inbound?.signature).toBe(
    textSignature(product.url + (inbound?.path ?? ''), inbound?.fields ?? {}, webhookSecret),
  )
  expect((await send({})).status).toBe(201)
  await world.post('/sandbox/phone', { optOut: 'advanced' })
  await reply('stop')
  expect(product.received.at(-1)?.fields['OptOutType']).toBe('STOP')
  expect(await send({})).toMatchObject({ status: 400, body: { code: 21610 } })
  await world.restart()
  expect(await send({})).toMatchObject({ status: 400, body: { code: 21610 } })
  await reply('START')
  expect((await send({})).status).toBe(201)
})

test('a webhook that its listener refuses with an error is sent again', async () => {
  product.refuseNext = 1
  await world.post('/sandbox/phone/replies', { from: customer, to: shop, body: 'Hello' })
  await vi.waitFor(() => expect(product.received).toHaveLength(2), { timeout: 5000 })
  expect(product.received[1]?.fields).toEqual(product.received[0]?.fields)
})

test('the pages escape a text', async () => {
  await send({ Body: '<img src=x onerror=alert(1)>' })
  for (const path of [
    '/sandbox/phone',
    `/sandbox/phone/${encodeURIComponent(customer)}/${encodeURIComponent(shop)}`,
  ]) {
    const page = await (await fetch(world.url(path))).text()
    expect(page).toContain('&lt;img')
    expect(page).not.toContain('<img')
  }
})
