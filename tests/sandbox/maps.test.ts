import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openSandbox } from './open-sandbox.ts'
import type { OpenSandbox } from './open-sandbox.ts'

let world: OpenSandbox

beforeAll(async () => {
  world = await openSandbox()
})
afterEach(async () => {
  await world.post('/sandbox/maps', { mode: 'normal' })
})
afterAll(() => world.close())

function ask(query: Record<string, string>): Promise<Response> {
  return fetch(world.url(`/maps/api/geocode/json?${new URLSearchParams(query)}`))
}

// oxlint-disable-next-line typescript/no-explicit-any -- the provider's answer, read by the test
async function geocode(address: string): Promise<any> {
  const response = await ask({ address, key: 'any' })
  expect(response.status).toBe(200)
  return response.json()
}

test('an address in a known city is found there, in the provider’s format', async () => {
  const answer = await geocode('1211 W Main St, Alhambra, CA 91801, USA')
  expect(answer).toMatchObject({
    status: 'OK',
    results: [
      {
        formatted_address: '1211 W Main St, Alhambra, CA 91801, USA',
        geometry: { location_type: 'ROOFTOP' },
        types: ['street_address'],
        place_id: expect.stringMatching(/^Ch[\w-]{25}$/) as string,
      },
    ],
  })
  const [{ geometry, address_components: components }] = answer.results
  expect(geometry.location.lat).toBeCloseTo(34.09, 0)
  expect(geometry.location.lng).toBeCloseTo(-118.12, 0)
  expect(geometry.viewport.northeast.lat).toBeGreaterThan(geometry.viewport.southwest.lat)
  expect(components.map(({ short_name: name }: { short_name: string }) => name)).toEqual([
    '1211',
    'W Main St',
    'Alhambra',
    'CA',
    'US',
    '91801',
  ])
})

test('an address always has the same place, and two addresses of one city differ', async () => {
  const places = []
  for (const address of ['1 Main St, Boston, MA', '1 Main St, Boston, MA', '2 Main St, Boston, MA']) {
    places.push((await geocode(address)).results[0].geometry.location)
  }
  expect(places[0]).toEqual(places[1])
  expect(places[0]).not.toEqual(places[2])
})

test.each([
  ['100 Houston St, New York, NY', 'New York', 40.7],
  ['12 Denver Road, Springfield, IL', undefined, 40],
  ['5 Elm St, Kansas City, Missouri', 'Kansas City', 39.1],
  ['7 Oak Ave, Charleston, West Virginia', 'Charleston', 38.3],
  ['7 Oak Ave, Charleston, SC 29401', 'Charleston', 32.8],
  ['9 Bay St, Portland, ME', 'Portland', 43.7],
  ['New York', 'New York', 40.7],
  ['Rural Route 3, TX 79936', undefined, 31.5],
  ['somewhere 99501', undefined, 61.4],
])('%s is found', async (address, city, latitude) => {
  const [{ geometry, address_components: components, partial_match: isPartial }] = (await geocode(address))
    .results
  const locality = components.find(({ types }: { types: string[] }) => types.includes('locality'))
  expect(locality?.long_name).toBe(city)
  expect(Math.abs(geometry.location.lat - latitude)).toBeLessThan(0.2)
  expect(isPartial).toBe(city === undefined ? true : undefined)
})

test.each([
  ['1211 W Main St, Alhambra, CA 91801', 'ROOFTOP', undefined, '1211 W Main St, Alhambra, CA 91801, USA'],
  ['1 Broadway, New York, NY 10004', 'ROOFTOP', undefined, '1 Broadway, New York, NY 10004, USA'],
  ['12 N Oak Ave., Suite 4, Boston, MA', 'ROOFTOP', undefined, '12 N Oak Ave., Boston, MA 02108, USA'],
  ['W Main St, Alhambra, CA 91801', 'GEOMETRIC_CENTER', undefined, 'W Main St, Alhambra, CA 91801, USA'],
  ['99999 Main St, Boston, MA', 'GEOMETRIC_CENTER', true, 'Main St, Boston, MA 02108, USA'],
  ['1211 Mainstreeet, Alhambra, CA 91801', 'APPROXIMATE', true, 'Alhambra, CA 91801, USA'],
  ['مرآب السرعة, Los Angeles, CA', 'APPROXIMATE', true, 'Los Angeles, CA 90012, USA'],
  ['4521 Lankershim Blvd, North Hollywood, CA 91602', 'APPROXIMATE', true, 'CA 91602, USA'],
  ['Alhambra, CA', 'APPROXIMATE', undefined, 'Alhambra, CA 91801, USA'],
])('%s is found as precisely as its street allows', async (address, type, isPartial, formatted) => {
  const [result] = (await geocode(address)).results
  expect(result.geometry.location_type).toBe(type)
  expect(result.partial_match).toBe(isPartial)
  expect(result.formatted_address).toBe(formatted)
})

test.each(['Nowhere', 'Far far away', '12 Rue de la Paix, Paris', '???', 'x'.repeat(10_000), 'in or me'])(
  '%.30s is not found',
  async (address) => {
    expect(await geocode(address)).toEqual({ results: [], status: 'ZERO_RESULTS' })
  },
)

test('a request without a key is denied, and one without an address is invalid', async () => {
  expect(await (await ask({ address: 'Boston, MA' })).json()).toMatchObject({
    status: 'REQUEST_DENIED',
    error_message: expect.any(String) as string,
    results: [],
  })
  for (const query of [{ key: 'any' }, { key: 'any', address: ' ' }]) {
    expect(await (await ask(query as Record<string, string>)).json()).toMatchObject({
      status: 'INVALID_REQUEST',
      results: [],
    })
  }
})

test('the switch makes the geocoder fail, deny, count or delay, and survives a restart', async () => {
  await world.post('/sandbox/maps', { mode: 'denied' })
  await world.restart()
  expect(await geocode('Boston, MA')).toMatchObject({ status: 'REQUEST_DENIED', results: [] })
  await world.post('/sandbox/maps', { mode: 'over_limit' })
  expect(await geocode('Boston, MA')).toMatchObject({ status: 'OVER_QUERY_LIMIT', results: [] })
  await world.post('/sandbox/maps', { mode: 'down' })
  await expect(ask({ address: 'Boston, MA', key: 'any' })).rejects.toThrow()
  await world.post('/sandbox/maps', { mode: 'slow', delayMs: 200 })
  const begun = performance.now()
  expect(await geocode('Boston, MA')).toMatchObject({ status: 'OK' })
  expect(performance.now() - begun).toBeGreaterThan(190)
})

test('an invalid setting is refused and changes nothing', async () => {
  for (const order of [{ mode: 'broken' }, {}, { mode: 'slow', delayMs: -1 }, { mode: 'down', more: 1 }]) {
    const answer = await world.post('/sandbox/maps', order)
    expect([answer.status, typeof ((await answer.json()) as { error: string }).error]).toEqual([
      400,
      'string',
    ])
  }
  expect(await (await fetch(world.url('/sandbox/maps'))).json()).toMatchObject({ mode: 'normal' })
})

test('the sandbox’s page shows the switch', async () => {
  await world.post('/sandbox/maps', { mode: 'down' })
  const page = await (await fetch(world.url('/sandbox'))).text()
  expect(page).toContain('Every connection is cut.')
  expect(page).toContain('action="/sandbox/maps"')
})
