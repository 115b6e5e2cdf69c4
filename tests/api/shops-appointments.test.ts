import { afterAll, beforeAll, expect, test } from 'vitest'
import { countLockWaits, duringTransaction } from '../support/lock-waits.ts'
import { patience, startMoneyWorld, type MoneyWorld } from '../support/money.ts'
import { mailsTo } from '../support/mails.ts'
import { orderFor } from '../support/orders.ts'
import { proveOwnAddress } from '../support/proven-addresses.ts'
import { openShop, registerShop, shopIdOf, usualWeek, type Answer, type Person } from '../support/people.ts'

let world: MoneyWorld

beforeAll(async () => {
  world = await startMoneyWorld()
})
afterAll(() => world.stop())

const at = (shopId: number) => `/api/admin/shops/${shopId}`
const setStatus = (shopId: number, status: string) =>
  world.administrator.patch(`${at(shopId)}/status`, { status })

async function listedIds(): Promise<number[]> {
  return (await world.customer.get('/api/shops')).body.map(({ id }: { id: number }) => id)
}

/** The free starts of a day. */
async function freeStarts(shopId: number, day: string): Promise<string[]> {
  const { body } = await world.customer.get(`/api/appointments/availability?date=${day}&shopId=${shopId}`)
  return body
    .filter((slot: { available: boolean }) => slot.available)
    .map((slot: { time: string }) => slot.time)
}

async function bookedAt(shopId: number, id: string) {
  const own = await world.own(id)
  return [own.shopId === shopId, own.appointmentDate, own.status]
}

async function subjectsTo(shop: Person): Promise<string[]> {
  await world.runJobs()
  return (await mailsTo(world, shop.email)).map(({ subject }) => subject)
}

test('only an approved shop is in the location list, and gets one mail per change', async () => {
  const shop = await registerShop(world)
  const shopId = await shopIdOf(shop)
  await proveOwnAddress(world, shop.email)
  expect(await listedIds()).not.toContain(shopId)
  const approved = await setStatus(shopId, 'approved')
  expect([approved.status, approved.body]).toMatchObject([200, { id: shopId, status: 'approved', bays: 1 }])
  expect(await listedIds()).toContain(shopId)
  await setStatus(shopId, 'approved')
  await setStatus(shopId, 'suspended')
  expect((await setStatus(shopId, 'suspended')).body.status).toBe('suspended')
  expect(await listedIds()).not.toContain(shopId)
  await setStatus(shopId, 'approved')
  expect(await listedIds()).toContain(shopId)
  expect(await subjectsTo(shop)).toEqual([
    'Registered: Second Gear',
    'Confirm your email address for Dashfit',
    'Approved: Second Gear',
    'Suspended: Second Gear',
    'Approved: Second Gear',
  ])
})

test('a pending shop can be rejected, and any other status is refused', async () => {
  const shop = await registerShop(world)
  const shopId = await shopIdOf(shop)
  for (const status of ['pending', '', null, 'closed'])
    expect((await world.administrator.patch(`${at(shopId)}/status`, { status })).status).toBe(400)
  expect((await setStatus(shopId, 'suspended')).body.status).toBe('rejected')
  expect((await setStatus(999_999, 'approved')).status).toBe(404)
})

test('concurrent approvals are one, with one mail', async () => {
  const shop = await registerShop(world)
  const shopId = await shopIdOf(shop)
  await proveOwnAddress(world, shop.email)
  const answers = await Promise.all(Array.from({ length: 6 }, () => setStatus(shopId, 'approved')))
  expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200))
  expect((await subjectsTo(shop)).filter((subject) => subject.startsWith('Approved'))).toHaveLength(1)
})

test('a suspended shop accepts no appointments and no changes; existing ones stay and can be cancelled', async () => {
  const { shopId } = await openShop(world, world.administrator)
  const id = await world.book({ date: `${world.day(0)} 09:00`, shopId })
  await setStatus(shopId, 'suspended')
  const booked = await world.customer.post(
    '/api/appointments',
    orderFor(world, { date: `${world.day(1)} 09:00`, shopId }),
  )
  expect([booked.status, booked.headers.get('x-refusal')]).toEqual([422, 'shop_unknown'])
  expect(booked.body).toEqual({ error: 'That shop isn’t taking appointments.' })
  for (const change of [
    { date: world.day(1), time: '9:00' },
    { productId: 2, amount: 799 },
  ]) {
    const answer = await world.change(id, change)
    expect([answer.status, answer.body]).toEqual([
      422,
      {
        error: 'This shop can’t take changes right now. Your appointment is still on, and you can cancel it.',
      },
    ])
  }
  expect(await bookedAt(shopId, id)).toEqual([true, `${world.day(0)} 09:00:00`, 'scheduled'])
  const slots = await world.customer.get(
    `/api/appointments/availability?date=${world.day(1)}&shopId=${shopId}&appointmentId=${id}`,
  )
  expect([slots.status, slots.body]).toEqual([
    422,
    { error: 'This shop can’t take changes right now. Your appointment is still on, and you can cancel it.' },
  ])
  expect((await world.change(id, { status: 'cancelled' })).status).toBe(200)
  expect(await world.statusesOf(id)).toEqual(['canceled'])
})

test('the built-in shop can be suspended, and its work can still be captured', async () => {
  const id = await world.book({ date: `${world.day(2)} 09:00` })
  expect((await setStatus(5, 'suspended')).body).toMatchObject({ id: 5, status: 'suspended' })
  expect(await listedIds()).not.toContain(5)
  expect((await world.capture(id)).body.paymentStatus).toBe('completed')
  await setStatus(5, 'approved')
  expect((await subjectsTo(world.administrator)).filter((subject) => subject.includes('Alhambra'))).toEqual([
    'Suspended: Alhambra Auto Sports',
    'Approved: Alhambra Auto Sports',
  ])
})

test('free times follow the hours, and an appointment that no longer fits stays', async () => {
  const { shop, shopId } = await openShop(world, world.administrator)
  const day = world.day(3)
  const id = await world.book({ date: `${day} 13:00`, shopId })
  const short = { isOpen: true, open: '09:00', close: '12:00' }
  const businessHours = {
    ...usualWeek,
    Monday: short,
    Tuesday: short,
    Wednesday: short,
    Thursday: short,
    Friday: short,
  }
  await shop.patch(at(shopId), { businessHours })
  expect(await freeStarts(shopId, day)).toEqual(['9:00'])
  expect(await bookedAt(shopId, id)).toEqual([true, `${day} 13:00:00`, 'scheduled'])
  await shop.patch(at(shopId), { businessHours: usualWeek })
  expect(await freeStarts(shopId, day)).toEqual(['9:00', '10:00'])
})

test('a closure removes the day and its end restores it, and its appointment stays', async () => {
  const { shop, shopId } = await openShop(world, world.administrator)
  const day = world.day(4)
  const id = await world.book({ date: `${day} 09:00`, shopId })
  const { body } = await shop.post(`${at(shopId)}/closures`, { firstDay: day, lastDay: day })
  expect(await freeStarts(shopId, day)).toEqual([])
  expect(await bookedAt(shopId, id)).toEqual([true, `${day} 09:00:00`, 'scheduled'])
  await shop.remove(`${at(shopId)}/closures/${body.closures[0].id}`)
  expect(await freeStarts(shopId, day)).toEqual(['12:00', '13:00', '14:00'])
})

test('a bay out of use takes no new appointment and keeps its own; a new bay takes the next', async () => {
  const { shop, shopId } = await openShop(world, world.administrator)
  const day = world.day(5)
  const id = await world.book({ date: `${day} 09:00`, shopId })
  const { bays } = (await shop.post(`${at(shopId)}/bays`, { name: 'Second' })).body
  await shop.patch(`${at(shopId)}/bays/${bays[0].id}`, { inUse: false })
  expect(await bookedAt(shopId, id)).toEqual([true, `${day} 09:00:00`, 'scheduled'])
  const next = await world.book({ date: `${day} 12:00`, shopId })
  const { rows } = await world.context.database.pool.query<{ id: string; bay_id: number }>(
    'select id, bay_id from appointments where shop_id = $1 order by starts_at',
    [shopId],
  )
  expect(rows).toEqual([
    { id, bay_id: bays[0].id },
    { id: next, bay_id: bays[1].id },
  ])
})

test('a shop’s own zone sets its days and its clock', async () => {
  const { shopId } = await openShop(world, world.administrator, { address: '1 Main St, Honolulu, HI' })
  const id = await world.book({ date: `${world.day(6)} 14:00`, shopId })
  expect(await world.own(id)).toMatchObject({
    timeZone: 'Pacific/Honolulu',
    appointmentDate: `${world.day(6)} 14:00:00`,
  })
  const { startsAt } = await world.timesOf(id)
  expect(new Date(startsAt).toISOString()).toMatch(/T00:00:00\.000Z$/)
})

test('a zone that would shift upcoming appointments in wall time is refused, and an equivalent one is accepted', async () => {
  const { shop, shopId } = await openShop(world, world.administrator)
  const id = await world.book({ date: `${world.day(7)} 09:00`, shopId })
  for (const change of [
    { timeZone: 'America/New_York', businessName: 'Elsewhere' },
    { address: '5 Michigan Ave, Chicago, IL' },
  ]) {
    const answer = await shop.patch(at(shopId), change)
    expect([answer.status, answer.headers.get('x-refusal')]).toEqual([409, 'time_zone_in_use'])
  }
  expect((await shop.get(at(shopId))).body).toMatchObject({
    businessName: 'Second Gear',
    address: '1 Garage Lane, Pasadena, CA',
    timeZone: 'America/Los_Angeles',
  })
  expect(await bookedAt(shopId, id)).toEqual([true, `${world.day(7)} 09:00:00`, 'scheduled'])
  expect((await shop.patch(at(shopId), { timeZone: 'America/Tijuana' })).body.timeZone).toBe(
    'America/Tijuana',
  )
  await world.cancel(id)
  expect((await shop.patch(at(shopId), { timeZone: 'America/New_York' })).status).toBe(200)
})

test('an appointment captured before its start is still upcoming: in the count, for the zone and as a misfit', async () => {
  const { shop, shopId } = await openShop(world, world.administrator)
  const day = world.day(6)
  const id = await world.book({ date: `${day} 09:00`, shopId })
  expect((await world.capture(id)).status).toBe(200)
  const moved = await shop.patch(at(shopId), { timeZone: 'America/New_York' })
  expect([moved.status, moved.headers.get('x-refusal')]).toEqual([409, 'time_zone_in_use'])
  expect((await shop.get('/api/admin/shops')).body).toMatchObject([{ id: shopId, upcoming: 1 }])
  await shop.post(`${at(shopId)}/closures`, { firstDay: day, lastDay: day })
  expect((await shop.get(`${at(shopId)}/misfits`)).body).toMatchObject([
    { appointmentId: id, reason: 'closed' },
  ])
  await world.cancel(id)
  expect((await shop.get('/api/admin/shops')).body).toMatchObject([{ id: shopId, upcoming: 0 }])
})

test('of a concurrent move and a stay, address, location and zone of one remain', async () => {
  // Before its approval, a shop moves at once.
  const shop = await registerShop(world)
  const shopId = await shopIdOf(shop)
  await shop.patch(at(shopId), { address: '5 Michigan Ave, Chicago, IL' })
  await duringTransaction(world.context.database.pool, async (client) => {
    await client.query('select from shops where id = $1 for no key update', [shopId])
    // Both have read the shop and wait for its row lock.
    const moves = shop.patch(at(shopId), { address: '1 Garage Lane, Pasadena, CA' })
    await waitForLockWaits()
    const stays = shop.patch(at(shopId), { address: '5 Michigan Ave, Chicago, IL', businessName: 'Stays' })
    await waitForLockWaits(2)
    await client.query('commit')
    expect([(await stays).status, (await moves).status]).toEqual([200, 200])
  })
  const settings = (await shop.get(at(shopId))).body
  expect([settings.address, settings.timeZone, Math.round(settings.latitude)]).toEqual([
    '1 Garage Lane, Pasadena, CA',
    'America/Los_Angeles',
    34,
  ])
})

/** Resolves once `count` transactions wait for a lock in this world's database. */
async function waitForLockWaits(count = 1): Promise<'waits'> {
  await expect.poll(() => countLockWaits(world.context.database.pool), patience).toBe(count)
  return 'waits'
}

test.each<[string, (shop: Person, path: string, ids: { bay: number; closure: number }) => Promise<Answer>]>([
  ['its hours', (shop, path) => shop.patch(path, { businessHours: usualWeek })],
  ['its zone', (shop, path) => shop.patch(path, { timeZone: 'America/Denver' })],
  [
    'a closure',
    (shop, path) => shop.post(`${path}/closures`, { firstDay: world.day(8), lastDay: world.day(8) }),
  ],
  ['the end of a closure', (shop, path, { closure }) => shop.remove(`${path}/closures/${closure}`)],
  ['a new bay', (shop, path) => shop.post(`${path}/bays`, { name: 'Third' })],
  ['a bay', (shop, path, { bay }) => shop.patch(`${path}/bays/${bay}`, { inUse: false })],
  ['its status', (_shop, path) => world.administrator.patch(`${path}/status`, { status: 'suspended' })],
])(
  'a change of %s waits for the shop row lock, so that no booking uses stale data',
  async (_name, change) => {
    const { shop, shopId } = await openShop(world, world.administrator)
    const path = at(shopId)
    const { bays } = (await shop.post(`${path}/bays`, { name: 'Second' })).body
    const { closures } = (
      await shop.post(`${path}/closures`, { firstDay: world.day(9), lastDay: world.day(9) })
    ).body
    await duringTransaction(world.context.database.pool, async (client) => {
      // The lock that a booking takes between the search for a free bay and its insert.
      await client.query('select from shops where id = $1 for no key update', [shopId])
      const answer = change(shop, path, { bay: bays[0].id, closure: closures[0].id })
      const first = await Promise.race([answer.then(() => 'answered'), waitForLockWaits()])
      await client.query('commit')
      expect(first).toBe('waits')
      expect((await answer).status).toBeLessThan(300)
    })
  },
)
