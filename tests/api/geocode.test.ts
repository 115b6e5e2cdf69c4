import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { personWith, registerShop, send, shopIdOf, type Person } from '../support/people.ts'
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

const forgetLimits = (of: World) => of.context.database.db.deleteFrom('rate_limits' as never).execute()

/** Counts the requests that reach the maps provider. */
async function countingMaps(environment: Record<string, string> = {}) {
  const { createServer } = await import('node:http')
  const asked: string[] = []
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://maps.test')
    asked.push(searchParams.get('address') ?? '')
    const location = { lat: 42.36, lng: -71.06 }
    const results = [{ formatted_address: 'Boston, MA, USA', geometry: { location } }]
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ status: 'OK', results }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const counted = await startWorld({ MAPS_API_URL: `http://127.0.0.1:${port}`, ...environment })
  onTestFinished(async () => {
    await counted.stop()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  const ask = (address: string, headers = {}) =>
    send(counted, 'GET', `/api/geocode?address=${encodeURIComponent(address)}`, { headers })
  return { world: counted, asked, ask }
}

test('one network has 20 calls in an hour', async () => {
  await forgetLimits(world)
  const visitor = personWith(world, '')
  const answers = []
  for (let count = 0; count < 21; count++) answers.push(await visitor.get('/api/geocode?address=Nowhere'))
  expect(answers.slice(0, 20).every(({ status }) => status === 200)).toBe(true)
  expect(answers[20]?.status).toBe(429)
  expect(Number(answers[20]?.headers.get('retry-after'))).toBeGreaterThan(1800)
})

test.each([
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { 'sec-fetch-site': 'none' },
])('a page of another origin is refused: %o', async (headers) => {
  await forgetLimits(world)
  const answer = await send(world, 'GET', '/api/geocode?address=Boston', { headers })
  expect([answer.status, answer.headers.get('x-refusal')]).toEqual([403, 'foreign_origin'])
  const own = { 'sec-fetch-site': 'same-origin' }
  expect((await send(world, 'GET', '/api/geocode?address=Boston', { headers: own })).status).toBe(200)
})

test('an answer is kept for 30 days, however the address is spaced and written', async () => {
  const { world: counted, asked, ask } = await countingMaps()
  for (const address of ['1 Main St, Boston', ' 1  MAIN st, boston '])
    expect((await ask(address)).body.status).toBe('OK')
  const shop = await registerShop(counted, { address: '1 Main st, Boston' })
  expect(asked).toEqual(['1 Main St, Boston'])
  const settings = await shop.get(`/api/admin/shops/${await shopIdOf(shop)}`)
  expect(settings.body).toMatchObject({ latitude: 42.36, timeZone: 'America/New_York' })
  await counted.advance(29 * 86_400)
  await counted.runJobs()
  await ask('1 Main St, Boston')
  expect(asked).toHaveLength(1)
  await counted.advance(2 * 86_400)
  await counted.runJobs()
  const { rows } = await counted.context.database.pool.query('select * from geocoded_addresses')
  expect(rows).toEqual([])
  await ask('1 Main St, Boston')
  expect(asked).toHaveLength(2)
})

test('the installation has a number of requests for each day; then shops register without a place', async () => {
  const { world: counted, asked, ask } = await countingMaps({ MAPS_DAILY_REQUESTS: '3' })
  for (const number of [1, 2, 3]) expect((await ask(`${number} Main St, Boston`)).status).toBe(200)
  const spent = await ask('4 Main St, Boston')
  expect([spent.status, spent.headers.get('x-refusal')]).toEqual([503, 'maps_unavailable'])
  // A known address costs nothing.
  expect((await ask('1 Main St, Boston')).status).toBe(200)
  const shop = await registerShop(counted, { address: '5 Main St, Boston' })
  const settings = await shop.get(`/api/admin/shops/${await shopIdOf(shop)}`)
  expect(settings.body).toMatchObject({ address: '5 Main St, Boston', latitude: null, longitude: null })
  expect(asked).toHaveLength(3)
  expect(counted.logLines.join('')).toContain('used up')
})

test('calls, registrations and changes of addresses share the limits: none is a way around', async () => {
  const { world: counted, asked, ask } = await countingMaps()
  for (let number = 0; number < 20; number++) await ask(`${number} Main St, Boston`)
  const shop = await registerShop(counted, { address: '77 Other St, Boston' })
  const shopId = await shopIdOf(shop)
  expect((await shop.get(`/api/admin/shops/${shopId}`)).body.latitude).toBeNull()
  expect(asked).toHaveLength(20)
  const move = (of: Person, id: number, number: number) =>
    of.patch(`/api/admin/shops/${id}`, { address: `${number} Long Road, Boston` })
  const spent = await move(shop, shopId, 1)
  expect([spent.status, spent.headers.get('x-refusal')]).toEqual([429, 'too_many_requests'])
  expect((await shop.get(`/api/admin/shops/${shopId}`)).body).toMatchObject({
    address: '77 Other St, Boston',
  })
  // Another shop of the same network, registered at a known address, looks nothing up either.
  const second = await registerShop(counted, { address: '1 Main St, Boston' })
  expect((await move(second, await shopIdOf(second), 2)).status).toBe(429)
  expect(asked).toHaveLength(20)
})
