import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { send } from '../support/people.ts'
import { startWorld, type World } from '../support/start-world.ts'

let world: World
const lines = () => world.logLines.map((line) => JSON.parse(line) as Record<string, unknown>)

beforeAll(async () => {
  world = await startWorld({ REQUEST_TIMEOUT_SECONDS: '1', MAX_CONNECTIONS: '20' })
})
afterAll(() => world.stop())

const halfBody =
  'POST /api/auth/sign-in/email HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{"email":'

/** `answer` is everything that the server sends until the connection is closed. */
type Opened = { socket: Socket; answer: Promise<string> }

async function open(text: string): Promise<Opened> {
  const { hostname, port } = new URL(world.url)
  const socket = connect({ host: hostname, port: Number(port) })
  const parts: string[] = []
  socket.on('data', (part) => parts.push(String(part)))
  socket.on('error', () => undefined)
  const answer = once(socket, 'close').then(() => parts.join(''))
  await once(socket, 'connect')
  socket.write(text)
  return { socket, answer }
}

test('a request that does not arrive in full is answered with 408, also on a kept connection', async () => {
  const whole = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n'
  const begun = performance.now()
  const [first, kept, headers] = await Promise.all(
    [halfBody, whole + halfBody, 'GET /healthz HTTP/1.1\r\nHost:'].map(
      async (text) => (await open(text)).answer,
    ),
  )
  expect(performance.now() - begun).toBeLessThan(10_000)
  expect(first).toMatch(/^HTTP\/1.1 408 /)
  expect(kept).toMatch(/^HTTP\/1.1 200 [^]*HTTP\/1.1 408 /)
  expect(headers).toMatch(/^HTTP\/1.1 408 /)
})

test('an upload that its caller breaks off is no failure of the database', async () => {
  const before = lines().length
  const { socket } = await open(halfBody)
  await expect.poll(() => world.context.telemetry.underWay.since(performance.now()).length).toBeGreaterThan(0)
  socket.destroy()
  await expect
    .poll(() => lines().slice(before))
    .toContainEqual(expect.objectContaining({ level: 30, msg: 'the caller broke off the request' }))
  expect(
    lines()
      .slice(before)
      .filter(({ level }) => Number(level) > 30),
  ).toEqual([])
})

test('connections above the limit are closed, and are accepted again when others end', async () => {
  const opened = await Promise.all(Array.from({ length: 30 }, () => open('')))
  const answers = await Promise.all(opened.map(({ answer }) => answer))
  expect(answers.filter((text) => text === '').length).toBeGreaterThanOrEqual(10)
  expect(lines()).toContainEqual(
    expect.objectContaining({ level: 40, msg: 'new connections are refused: MAX_CONNECTIONS are open' }),
  )
  expect((await send(world, 'GET', '/healthz')).status).toBe(200)
})

test('a forwarded address from an unknown proxy is warned of once, in the log and by the probe', async () => {
  expect((await send(world, 'GET', '/readyz')).body).toEqual({ status: 'ready' })
  for (let call = 0; call < 3; call++)
    await send(world, 'GET', '/healthz', { headers: { 'x-forwarded-for': '203.0.113.7' } })
  const warning = 'X-Forwarded-For comes from an address outside TRUSTED_PROXIES and is ignored'
  expect((await send(world, 'GET', '/readyz')).body).toEqual({ status: 'ready', warning })
  expect(lines().filter(({ msg }) => msg === warning)).toHaveLength(1)
})
