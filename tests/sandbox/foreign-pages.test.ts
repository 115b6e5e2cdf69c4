import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSandbox, type OpenSandbox } from './open-sandbox.ts'

let world: OpenSandbox

beforeAll(async () => {
  world = await openSandbox()
})
afterAll(() => world.close())

/** The status of a request whose headers only a program can set freely. */
function statusOf(
  path: string,
  headers: Record<string, string>,
  method = 'GET',
): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const asked = request(world.url(path), { method, headers: { connection: 'close', ...headers } })
    asked.on('response', (response) => {
      response.resume()
      resolve(response.statusCode)
    })
    asked.on('error', reject)
    asked.end()
  })
}

test('a page whose name was bound to this machine reads nothing', async () => {
  const { port } = new URL(world.url('/'))
  const foreign = [
    `evil.example:${port}`,
    'evil.example',
    `localhost.evil.example:${port}`,
    'localhost',
    'localhost:1',
    `evil.example@localhost:${port}x`,
  ]
  for (const host of foreign)
    for (const path of ['/sandbox/mailbox.json', '/sandbox', '/v1/payment_intents'])
      expect([host, path, await statusOf(path, { host })]).toEqual([host, path, 421])
  for (const host of [`localhost:${port}`, `127.0.0.1:${port}`, `[::1]:${port}`, `LOCALHOST:${port}`])
    expect([host, await statusOf('/sandbox/mailbox.json', { host })]).toEqual([host, 200])
})

test('a form of a page without an origin is refused, and the forms of the sandbox keep theirs', async () => {
  expect(await statusOf('/sandbox/clock', { origin: 'null' }, 'POST')).toBe(403)
  expect(await statusOf('/sandbox/clock', { origin: 'https://evil.example' }, 'POST')).toBe(403)
  const page = await fetch(world.url('/sandbox'))
  expect(page.headers.get('referrer-policy')).toBe('same-origin')
})

test.each(['/%73andbox/clock', '/sandb%6fx/faults', '/sandbox%2Fclock'])(
  'an encoded path %s does not pass a foreign page',
  async (path) => {
    const status = await statusOf(path, { origin: 'https://evil.example' }, 'POST')
    expect([403, 404]).toContain(status)
  },
)

test('a page cannot use the card API with a secret key, whatever key it makes up', async () => {
  const authorization = 'Bearer sk_test_guess'
  expect(await statusOf('/v1/customers', { authorization, origin: 'https://evil.example' })).toBe(403)
  // Control: a server sends no origin.
  expect(await statusOf('/v1/customers', { authorization })).toBe(200)
})
