import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { personWith, registerShop, send, shopIdOf } from '../support/people.ts'
import { outsideOf } from '../support/outside.ts'
import { startWorld, type World } from '../support/start-world.ts'

let world: World

beforeAll(async () => {
  world = await startWorld({ LOG_LEVEL: 'trace' })
})
afterEach(() => setMaps({ mode: 'normal' }))
afterAll(() => world.stop())

const setMaps = (order: object) => outsideOf(world.sandboxUrl).maps(order)
const geocode = (address: string) => send(world, 'GET', `/api/geocode?address=${encodeURIComponent(address)}`)

test('an address is found in the provider’s format, reduced to the used fields', async () => {
  const { status, body } = await geocode('1211 W Main St, Alhambra, CA 91801')
  expect(status).toBe(200)
  expect(body).toEqual({
    status: 'OK',
    results: [
      {
        formatted_address: '1211 W Main St, Alhambra, CA 91801, USA',
        geometry: {
          location: { lat: expect.any(Number), lng: expect.any(Number) },
          location_type: 'ROOFTOP',
        },
      },
    ],
  })
})

test('an unknown address has no results', async () => {
  const { status, body } = await geocode('Nowhere at all')
  expect([status, body]).toEqual([200, { status: 'ZERO_RESULTS', results: [] }])
})

test.each([
  ['', 'Address is required'],
  ['   ', 'Address is required'],
  ['x'.repeat(301), 'That address is too long'],
])('the address "%.10s" is refused with a sentence', async (address, sentence) => {
  const { status, body } = await geocode(address)
  expect([status, body]).toEqual([400, { error: sentence }])
})

test.each(['down', 'denied', 'over_limit'])(
  'with a provider that is %s geocoding fails with a sentence',
  async (mode) => {
    await setMaps({ mode })
    const { status, body, headers } = await geocode('Boston, MA')
    expect([status, body]).toEqual([503, { error: 'Geocoding failed' }])
    expect(headers.get('x-refusal')).toBe('maps_unavailable')
    expect(headers.get('retry-after')).not.toBeNull()
  },
)

test('a provider that does not respond times out after five seconds', async () => {
  await setMaps({ mode: 'slow', delayMs: 20_000 })
  const begun = performance.now()
  const { status } = await geocode('Boston, MA')
  expect(status).toBe(503)
  expect(performance.now() - begun).toBeGreaterThan(4900)
  expect(performance.now() - begun).toBeLessThan(15_000)
})

test('without a key no request is sent and geocoding fails with a sentence', async () => {
  const keyless = await startWorld({ GOOGLE_MAPS_API_KEY: '' })
  const answer = await send(keyless, 'GET', '/api/geocode?address=Boston')
  const shop = await registerShop(keyless)
  const settings = await shop.get(`/api/admin/shops/${await shopIdOf(shop)}`)
  await keyless.stop()
  expect([answer.status, answer.body]).toEqual([503, { error: 'Geocoding failed' }])
  expect(settings.body).toMatchObject({ latitude: null, longitude: null, timeZone: 'America/Los_Angeles' })
})

test('no log line has the key or the address', async () => {
  for (const mode of ['down', 'denied', 'normal']) {
    await setMaps({ mode })
    await geocode('77 Secret Street, Boston, MA')
  }
  const log = world.logLines.join('')
  expect(log).toContain('the maps provider')
  expect(log).not.toContain('maps_sandbox')
  expect(log).not.toContain('Secret')
})

test('a redirect of the provider is not followed', async () => {
  const { createServer } = await import('node:http')
  let followed = 0
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/elsewhere')) followed++
    response.writeHead(302, { location: '/elsewhere' }).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const led = await startWorld({ MAPS_API_URL: `http://127.0.0.1:${port}` })
  const answer = await send(led, 'GET', '/api/geocode?address=Boston')
  await led.stop()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  expect([answer.status, followed]).toEqual([503, 0])
})

test('one network address is limited to 120 requests in ten minutes', async () => {
  const { db } = world.context.database
  await db.deleteFrom('rate_limits' as never).execute()
  const visitor = personWith(world, '')
  const answers = []
  for (let count = 0; count < 121; count++) answers.push(await visitor.get('/api/geocode?address=Nowhere'))
  expect(answers.slice(0, 120).every(({ status }) => status === 200)).toBe(true)
  expect(answers[120]?.status).toBe(429)
  expect(Number(answers[120]?.headers.get('retry-after'))).toBeGreaterThan(300)
})
