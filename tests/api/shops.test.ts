import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { addDays, dayOf } from '../../contract/time.ts'
import { startMoneyWorld, type MoneyWorld } from '../support/money.ts'
import { outsideOf } from '../support/outside.ts'
import {
  openShop,
  personWith,
  registerShop,
  shopIdOf,
  signUp,
  usualWeek,
  type Person,
} from '../support/people.ts'
import { shopZone } from '../support/start-world.ts'

const byNumber = (one: number, other: number): number => one - other

let world: MoneyWorld

beforeAll(async () => {
  world = await startMoneyWorld()
})
afterEach(() => outsideOf(world.sandboxUrl).maps({ mode: 'normal' }))
afterAll(() => world.stop())

const at = (shopId: number) => `/api/admin/shops/${shopId}`
const today = () => dayOf(world.context.clock.now(), shopZone)

async function newShop(
  changes?: Record<string, unknown>,
): Promise<{ shop: Person; path: string; shopId: number }> {
  const shop = await registerShop(world, changes)
  const shopId = await shopIdOf(shop)
  return { shop, shopId, path: at(shopId) }
}

test('administrators list every shop, pending ones first; a shop sees itself alone', async () => {
  const waiting = await newShop()
  const { shop, shopId } = await openShop(world, world.administrator)
  const { body: all } = await world.administrator.get('/api/admin/shops')
  const order = all.map(({ status }: { status: string }) => status === 'pending')
  expect(order).toEqual([...order].sort((one, other) => Number(other) - Number(one)))
  const ids = all.map(({ id }: { id: number }) => id)
  expect(ids).toEqual(expect.arrayContaining([5, waiting.shopId, shopId]))
  expect((await shop.get('/api/admin/shops')).body).toEqual([
    {
      id: shopId,
      businessName: 'Second Gear',
      address: '1 Garage Lane, Pasadena, CA',
      timeZone: shopZone,
      status: 'approved',
      ownerEmail: shop.email,
      isOwnerProven: true,
      registeredAt: expect.stringMatching(/^\d{4}-.*Z$/),
      bays: 1,
      upcoming: 0,
      statusReason: '',
      hasPendingChange: false,
    },
  ])
  expect(all.find(({ id }: { id: number }) => id === 5)).toMatchObject({ ownerEmail: null, bays: 2 })
})

test('the list counts bays in use and the booked appointments that have not ended', async () => {
  const { shop, shopId } = await openShop(world, world.administrator)
  await shop.post(`${at(shopId)}/bays`, { name: 'Second' })
  const [spare] = (await shop.post(`${at(shopId)}/bays`, { name: 'Spare' })).body.bays.slice(-1)
  await shop.patch(`${at(shopId)}/bays/${spare.id}`, { inUse: false })
  const id = await world.book({ date: `${world.day(0)} 09:00`, shopId })
  const cancelled = await world.book({ date: `${world.day(0)} 13:00`, shopId })
  await world.cancel(cancelled)
  const counted = async () => {
    const { bays, upcoming } = (await shop.get('/api/admin/shops')).body[0]
    return [bays, upcoming]
  }
  expect(await counted()).toEqual([2, 1])
  const { endsAt } = await world.timesOf(id)
  const before = world.context.clock.now() - Date.now()
  world.context.clock.setOffset(endsAt - Date.now() - 60_000)
  expect(await counted()).toEqual([2, 1])
  world.context.clock.setOffset(endsAt - Date.now() + 1000)
  expect(await counted()).toEqual([2, 0])
  world.context.clock.setOffset(before)
})

test('every call for another shop answers as missing', async () => {
  const { shop } = await newShop()
  const other = await newShop()
  const [bay] = (await other.shop.get(other.path)).body.bays
  const closed = await other.shop.post(`${other.path}/closures`, { firstDay: today(), lastDay: today() })
  const [closure] = closed.body.closures
  const untouched = (await other.shop.get(other.path)).body
  const calls: ((base: string) => Promise<{ status: number; body: unknown }>)[] = [
    (base) => shop.get(base),
    (base) => shop.patch(base, { businessName: 'Mine now' }),
    (base) => shop.patch(base, {}),
    (base) => shop.post(`${base}/closures`, { firstDay: today(), lastDay: today() }),
    (base) => shop.remove(`${base}/closures/${closure.id}`),
    (base) => shop.post(`${base}/bays`, { name: 'Mine' }),
    (base) => shop.patch(`${base}/bays/${bay.id}`, { name: 'Mine' }),
    (base) => shop.patch(`${base}/payout`, { paymentMethod: 'Venmo' }),
  ]
  for (const call of calls) {
    for (const base of [other.path, at(999_999), at(5)]) {
      const { status, body } = await call(base)
      expect([status, body]).toEqual([404, { error: 'Not found.' }])
    }
  }
  expect((await other.shop.get(other.path)).body).toEqual(untouched)
})

test('a bay or closure of another shop cannot be reached through one’s own', async () => {
  const { shop, path } = await newShop()
  const other = await newShop()
  const [bay] = (await other.shop.get(other.path)).body.bays
  const closed = await other.shop.post(`${other.path}/closures`, { firstDay: today(), lastDay: today() })
  expect((await shop.patch(`${path}/bays/${bay.id}`, { name: 'Mine' })).status).toBe(404)
  expect((await shop.remove(`${path}/closures/${closed.body.closures[0].id}`)).status).toBe(404)
  expect((await other.shop.get(other.path)).body).toEqual(closed.body)
})

test('customers and visitors can neither read nor change a shop, and a shop cannot approve one', async () => {
  const { shop, path } = await newShop()
  const visitor = personWith(world, '')
  const customer = await signUp(world)
  for (const [person, status] of [
    [visitor, 401],
    [customer, 403],
  ] as const) {
    const answers = [
      await person.get('/api/admin/shops'),
      await person.get(path),
      await person.patch(path, { businessName: 'Mine' }),
      await person.post(`${path}/closures`, { firstDay: today(), lastDay: today() }),
      await person.remove(`${path}/closures/1`),
      await person.post(`${path}/bays`, { name: 'Mine' }),
      await person.patch(`${path}/bays/1`, { inUse: false }),
      await person.patch(`${path}/payout`, { paymentMethod: 'Venmo' }),
      await person.patch(`${path}/status`, { status: 'approved' }),
    ]
    expect(answers.map((answer) => answer.status)).toEqual(Array(9).fill(status))
  }
  expect((await shop.patch(`${path}/status`, { status: 'approved' })).status).toBe(403)
  expect((await shop.get(path)).body.status).toBe('pending')
})

test('an administrator can change any shop, the built-in one too', async () => {
  const { path } = await newShop()
  for (const base of [path, at(5)]) {
    const closed = await world.administrator.post(`${base}/closures`, {
      firstDay: addDays(today(), 300),
      lastDay: addDays(today(), 300),
    })
    expect(closed.status).toBe(201)
    const [{ id }] = closed.body.closures
    expect((await world.administrator.remove(`${base}/closures/${id}`)).body.closures).toEqual([])
  }
})

test('name and hours change, and omitted fields stay', async () => {
  const { shop, path } = await newShop()
  const businessHours = { ...usualWeek, Monday: { isOpen: true, open: '10:30', close: '18:15' } }
  const changed = await shop.patch(path, { businessName: '  <b>Third</b> Gear 🚗  ', businessHours })
  expect(changed.status).toBe(200)
  expect(changed.body).toMatchObject({
    businessName: '<b>Third</b> Gear 🚗',
    address: '1 Garage Lane, Pasadena, CA',
    businessHours,
  })
  expect((await shop.patch(path, {})).body).toEqual(changed.body)
  expect((await shop.get(path)).body).toEqual(changed.body)
})

test.each([
  [{ businessHours: { ...usualWeek, Friday: { isOpen: true, open: '17:00', close: '09:00' } } }],
  [{ businessName: '' }],
  [{ businessName: '\u200b' }],
  [{ businessName: 'x'.repeat(10_000) }],
  [{ address: ' ' }],
  [{ status: 'approved' }],
  [{ ownerEmail: 'me@example.test' }],
  [{ latitude: 1 }],
  [{ timeZone: 'x'.repeat(61) }],
  ['not an object'],
])('the change %j is refused with a sentence and changes no row', async (change) => {
  const { shop, path } = await newShop()
  const before = (await shop.get(path)).body
  const answer = await shop.patch(path, change)
  expect(answer.status).toBe(400)
  expect(answer.body.error).toMatch(/^[A-Z].{10,}/)
  expect((await shop.get(path)).body).toEqual(before)
})

test('a new address is looked up, and the zone follows it into another one', async () => {
  const { shop, path } = await newShop()
  const moved = await shop.patch(path, { address: '5 Michigan Ave, Chicago, IL' })
  expect(moved.body).toMatchObject({ address: '5 Michigan Ave, Chicago, IL', timeZone: 'America/Chicago' })
  expect(moved.body.latitude).toBeCloseTo(41.88, 0)
})

test('a zone given with the address is kept, and one set by hand survives a move within its map zone', async () => {
  const { shop, path } = await newShop()
  const both = { address: '5 Michigan Ave, Chicago, IL', timeZone: 'America/Denver' }
  expect((await shop.patch(path, both)).body.timeZone).toBe('America/Denver')
  expect((await shop.patch(path, { address: '9 State St, Chicago, IL' })).body.timeZone).toBe(
    'America/Denver',
  )
})

test('an address that cannot be found changes no field, not the name beside it either', async () => {
  const { shop, path } = await newShop()
  const before = (await shop.get(path)).body
  const answer = await shop.patch(path, { businessName: 'Elsewhere', address: 'Nowhere at all' })
  expect([answer.status, answer.headers.get('x-refusal')]).toEqual([422, 'address_not_found'])
  expect((await shop.get(path)).body).toEqual(before)
})

test('during an outage of the maps an address is stored without a location, and the same one again is looked up later', async () => {
  const { shop, path } = await newShop()
  await outsideOf(world.sandboxUrl).maps({ mode: 'down' })
  const address = '9 Wacker Drive, Chicago, IL'
  expect((await shop.patch(path, { address })).body).toMatchObject({
    address,
    latitude: null,
    longitude: null,
    timeZone: shopZone,
  })
  await outsideOf(world.sandboxUrl).maps({ mode: 'normal' })
  const again = await shop.patch(path, { address })
  expect(again.body).toMatchObject({ address, timeZone: 'America/Chicago' })
  expect(again.body.latitude).toBeCloseTo(41.88, 0)
})

test('an unchanged address is not looked up again', async () => {
  const { shop, path } = await newShop()
  await outsideOf(world.sandboxUrl).maps({ mode: 'down' })
  const { body } = await shop.patch(path, {
    address: '1 Garage Lane, Pasadena, CA',
    businessName: 'New name',
  })
  expect(body.latitude).not.toBeNull()
})

test.each([
  'Mars/Olympus',
  '',
  '+05:00',
  '-08:00',
  'PST8PDT8',
  '<b>',
  "America/Los_Angeles'; drop table shops",
])('the zone "%s" is not known', async (timeZone) => {
  const { shop, path } = await newShop()
  const answer = await shop.patch(path, { timeZone })
  expect([answer.status, answer.body]).toEqual([422, { error: 'That time zone is not known.' }])
  expect(answer.headers.get('x-refusal-field')).toBe('timeZone')
  expect((await shop.get(path)).body.timeZone).toBe(shopZone)
})

test('a zone is stored in its canonical spelling', async () => {
  const { shop, path } = await newShop()
  expect((await shop.patch(path, { timeZone: 'america/new_york' })).body.timeZone).toBe('America/New_York')
  expect((await shop.patch(path, { timeZone: 'US/Pacific' })).body.timeZone).toBe(shopZone)
})

test('a shop closes on days and ranges, overlapping or not, and opens again', async () => {
  const { shop, path } = await newShop()
  const [first, last] = [addDays(today(), 10), addDays(today(), 20)]
  const range = { firstDay: first, lastDay: last, reason: '<i>Holiday</i> עברית' }
  const one = await shop.post(`${path}/closures`, range)
  expect(one.status).toBe(201)
  const two = await shop.post(`${path}/closures`, { firstDay: today(), lastDay: addDays(today(), 12) })
  expect(two.body.closures).toMatchObject([{ firstDay: today(), reason: '' }, range])
  const left = await shop.remove(`${path}/closures/${two.body.closures[1].id}`)
  expect(left.body.closures).toMatchObject([{ firstDay: today() }])
  expect((await shop.remove(`${path}/closures/${two.body.closures[1].id}`)).status).toBe(404)
})

test.each([
  ['over', () => ({ firstDay: addDays(today(), -9), lastDay: addDays(today(), -1) }), 'These days are over'],
  ['too many', () => ({ firstDay: today(), lastDay: addDays(today(), 366) }), '366 days at most'],
  ['since year 0', () => ({ firstDay: '0000-01-01', lastDay: addDays(today(), 1) }), '366 days at most'],
])('days that are %s cannot be closed', async (_name, days, sentence) => {
  const { shop, path } = await newShop()
  const answer = await shop.post(`${path}/closures`, days())
  expect([answer.status, answer.headers.get('x-refusal')]).toEqual([422, 'closure_not_possible'])
  expect(answer.body.error).toContain(sentence)
  expect((await shop.get(path)).body.closures).toEqual([])
})

test('a closure can span a leap year, and can have begun', async () => {
  const { shop, path } = await newShop()
  const days = { firstDay: addDays(today(), -1), lastDay: addDays(today(), 364) }
  expect((await shop.post(`${path}/closures`, days)).status).toBe(201)
})

test.each([
  [{ firstDay: '2026-12-24', lastDay: '2026-12-23' }, 'The last day must not be before the first'],
  [{ firstDay: '2026-02-30', lastDay: '2026-03-01' }, 'Please choose a day'],
  [{ firstDay: '', lastDay: '' }, 'Please choose a day'],
  [{ lastDay: '2026-12-24' }, 'Please choose a day'],
  [
    { firstDay: '2026-12-24', lastDay: '2026-12-24', reason: 'x'.repeat(10_000) },
    'Please keep the reason under 120 characters',
  ],
])('the closure %j gets its sentence', async (days, sentence) => {
  const { shop, path } = await newShop()
  const answer = await shop.post(`${path}/closures`, days)
  expect([answer.status, answer.body]).toEqual([400, { error: sentence }])
})

test('a shop can have at most two hundred closures', async () => {
  const { shop, path, shopId } = await newShop()
  await world.context.database.pool.query(
    `insert into shop_closures (shop_id, first_day, last_day)
      select $1, $2::date + n, $2::date + n from generate_series(1, 199) n`,
    [shopId, today()],
  )
  const day = { firstDay: today(), lastDay: today() }
  const answers = await Promise.all([1, 2, 3].map(() => shop.post(`${path}/closures`, day)))
  expect(answers.map(({ status }) => status).sort(byNumber)).toEqual([201, 422, 422])
})

test('bays can be added, renamed, taken out of use and back into use', async () => {
  const { shop, path } = await newShop()
  const added = await shop.post(`${path}/bays`, { name: ' Hebebühne 🔧 <2> ' })
  expect(added.status).toBe(201)
  const [first, second] = added.body.bays
  expect(added.body.bays).toEqual([
    { id: first.id, name: 'Bay 1', inUse: true },
    { id: second.id, name: 'Hebebühne 🔧 <2>', inUse: true },
  ])
  await shop.patch(`${path}/bays/${first.id}`, { inUse: false })
  // Names are unique among bays in use only.
  await shop.patch(`${path}/bays/${second.id}`, { name: 'Bay 1' })
  const clash = await shop.patch(`${path}/bays/${first.id}`, { inUse: true })
  expect([clash.status, clash.headers.get('x-refusal')]).toEqual([409, 'bay_name_taken'])
  const back = await shop.patch(`${path}/bays/${first.id}`, { inUse: true, name: 'Bay 2' })
  expect(back.body.bays).toEqual([
    { id: first.id, name: 'Bay 2', inUse: true },
    { id: second.id, name: 'Bay 1', inUse: true },
  ])
  expect((await shop.patch(`${path}/bays/${first.id}`, {})).body).toEqual(back.body)
})

test('bay names are unique in any case, also for concurrent requests', async () => {
  const { shop, path } = await newShop()
  expect((await shop.post(`${path}/bays`, { name: 'BAY 1' })).headers.get('x-refusal')).toBe('bay_name_taken')
  const answers = await Promise.all(
    ['Lift', 'lift', 'LIFT', 'Lift', 'lIFT', 'Lift'].map((name) => shop.post(`${path}/bays`, { name })),
  )
  expect(answers.map(({ status }) => status).sort(byNumber)).toEqual([201, 409, 409, 409, 409, 409])
  expect((await shop.get(path)).body.bays).toHaveLength(2)
})

test('the last bay in use stays in use, also for two concurrent removals', async () => {
  const { shop, path } = await newShop()
  const { bays } = (await shop.post(`${path}/bays`, { name: 'Second' })).body
  const answers = await Promise.all(
    bays.map(({ id }: { id: number }) => shop.patch(`${path}/bays/${id}`, { inUse: false })),
  )
  expect(answers.map((answer) => answer.status).sort(byNumber)).toEqual([200, 422])
  const refused = answers.find((answer) => answer.status === 422)
  expect(refused?.body).toEqual({ error: 'A shop needs at least one bay in use.' })
})

test('a shop can have at most fifty bays in use', async () => {
  const { shop, path, shopId } = await newShop()
  await world.context.database.pool.query(
    `insert into bays (shop_id, name) select $1, 'Lift ' || n from generate_series(1, 48) n`,
    [shopId],
  )
  const fifty = await shop.post(`${path}/bays`, { name: 'Fiftieth' })
  expect(fifty.body.bays).toHaveLength(50)
  expect((await shop.post(`${path}/bays`, { name: 'One more' })).headers.get('x-refusal')).toBe(
    'too_many_bays',
  )
  const [bay] = fifty.body.bays
  await shop.patch(`${path}/bays/${bay.id}`, { inUse: false })
  await shop.post(`${path}/bays`, { name: 'One more' })
  const back = await shop.patch(`${path}/bays/${bay.id}`, { inUse: true })
  expect([back.status, back.headers.get('x-refusal')]).toEqual([422, 'too_many_bays'])
})

test.each([
  [{ name: '' }, 'Please name the bay'],
  [{ name: 'x'.repeat(10_000) }, 'Please keep the name under 40 characters'],
  [{}, 'Please name the bay'],
  [{ name: 'a\u0000' }, 'Please remove the characters that cannot be shown'],
])('the bay %j gets its sentence', async (bay, sentence) => {
  const { shop, path } = await newShop()
  const answer = await shop.post(`${path}/bays`, bay)
  expect([answer.status, answer.body]).toEqual([400, { error: sentence }])
})

test('an invalid shop number answers as a missing shop', async () => {
  for (const id of ['0', 'x', '-1', '99999999999', '5;', '%20']) {
    expect([400, 404]).toContain((await world.administrator.get(`/api/admin/shops/${id}`)).status)
  }
})
