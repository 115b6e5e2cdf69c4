import { Temporal } from 'temporal-polyfill'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Board } from '../../contract/admin/board.ts'
import { addDays, dayOf } from '../../contract/time.ts'
import { registerShop, signInAdministrator, signUp, type Person } from '../support/people.ts'
import { addPast, addShop, type HistoryShop } from '../support/shop-history.ts'
import { startWorld, type World } from '../support/start-world.ts'

let world: World
let administrator: Person
let shop: HistoryShop

const at = (wall: string, zone = 'America/Los_Angeles') =>
  new Date(Temporal.PlainDateTime.from(wall).toZonedDateTime(zone).epochMilliseconds)

async function boardOf(shopId: number, rest = '', person = administrator): Promise<Board> {
  const { status, body } = await person.get(`/api/admin/board?shopId=${shopId}${rest}`)
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body as Board
}

beforeAll(async () => {
  world = await startWorld()
  administrator = await signInAdministrator(world)
  shop = await addShop(world, {
    bays: [true, true, false],
    hours: { 1: ['08:30', '18:00'], 2: ['09:00', '17:00'], 5: ['09:00', '17:00'], 7: ['00:00', '12:00'] },
    closures: [
      ['2026-11-27', '2026-11-28', ''],
      ['2026-11-26', '2026-11-27', 'Thanksgiving'],
    ],
  })
})
afterAll(() => world.stop())

test('a day has its opening hours, its bays and its jobs in minutes of the wall clock', async () => {
  const [bay = 0, second = 0] = shop.bays
  await addPast(world, shop, { startsAt: at('2026-11-09T13:00'), bayId: second, state: 'completed' })
  await addPast(world, shop, { startsAt: at('2026-11-09T09:00'), bayId: bay })
  await addPast(world, shop, { startsAt: at('2026-11-09T09:00'), bayId: second, state: 'cancelled' })
  await addPast(world, shop, { startsAt: at('2026-11-08T23:59'), bayId: second })
  await addPast(world, shop, { startsAt: at('2026-11-10T00:00'), bayId: bay })
  const board = await boardOf(shop.id, '&from=2026-11-09')
  expect(board.days).toEqual([{ day: '2026-11-09', opens: 510, closes: 1080, closure: null }])
  expect(board.bays.map(({ name }) => name)).toEqual(['Bay 1', 'Bay 2'])
  expect(board.jobs).toMatchObject([
    {
      bayId: bay,
      startMinutes: 540,
      endMinutes: 720,
      customerName: 'Casey Rivera',
      packageName: 'Smart Connect Essential',
      vehicleInfo: { year: 2013, make: 'BMW', model: 'X5', vin: null },
      paymentStatus: 'authorized',
      holdState: 'saved',
    },
    { bayId: second, startMinutes: 780, endMinutes: 960, paymentStatus: 'completed', holdState: 'none' },
  ])
})

test('a job names its technician, the day of its next hold, and a time that the shop chose', async () => {
  const own = await addShop(world, { bays: [true] })
  const day = addDays(dayOf(world.context.clock.now(), own.zone), 10)
  await addPast(world, own, { startsAt: at(`${day}T12:00`), bayId: own.bays[0] ?? 0 })
  const read = async () => (await boardOf(own.id, `&from=${day}`)).jobs
  const holdsOn = addDays(day, -3)
  expect(await read()).toMatchObject([{ technicianName: null, hoursWaived: false, holdsOn }])
  const technician = await signUp(world)
  await world.context.database.pool.query(
    `update appointments set hours_waived = true, technician_id = (select id from users where email = $2)
      where shop_id = $1`,
    [own.id, technician.email],
  )
  expect(await read()).toMatchObject([{ technicianName: 'Casey Rivera', hoursWaived: true, holdsOn }])
})

test('a week of the shop begins on the weekday of its setting', async () => {
  const own = await addShop(world, { bays: [true] })
  const daysFrom = async (from: string) => {
    const { days } = await boardOf(own.id, `&from=${from}&days=week`)
    return [days.length, days[0]?.day]
  }
  expect(await daysFrom('2026-11-07')).toEqual([7, '2026-11-01'])
  expect(await daysFrom('2026-11-08')).toEqual([7, '2026-11-08'])
  const path = `/api/admin/shops/${own.id}`
  const changed = await administrator.patch(path, { weekStartsOn: 'Monday' })
  expect(changed.body).toMatchObject({ weekStartsOn: 'Monday' })
  expect(await daysFrom('2026-11-08')).toEqual([7, '2026-11-02'])
  expect(await daysFrom('2026-11-09')).toEqual([7, '2026-11-09'])
  expect((await administrator.patch(path, { weekStartsOn: 'Friday' })).status).toBe(400)
})

test('a week begins on the requested day and includes its whole last day', async () => {
  const board = await boardOf(shop.id, '&from=2026-11-05&days=7')
  expect(board.days.map(({ day }) => day)).toEqual([
    '2026-11-05',
    '2026-11-06',
    '2026-11-07',
    '2026-11-08',
    '2026-11-09',
    '2026-11-10',
    '2026-11-11',
  ])
  expect(board.jobs.map(({ day, startMinutes }) => [day, startMinutes])).toEqual([
    ['2026-11-08', 1439],
    ['2026-11-09', 540],
    ['2026-11-09', 780],
    ['2026-11-10', 0],
  ])
  expect(board.jobs[0]?.endMinutes).toBe(1439 + 180)
})

test('a closed day has a reason; a weekday without hours is no closure', async () => {
  const { days } = await boardOf(shop.id, '&from=2026-11-24&days=7')
  const closed = { opens: null, closes: null }
  expect(days).toEqual([
    { day: '2026-11-24', opens: 540, closes: 1020, closure: null },
    { day: '2026-11-25', ...closed, closure: null },
    { day: '2026-11-26', ...closed, closure: null },
    { day: '2026-11-27', ...closed, closure: 'Thanksgiving' },
    { day: '2026-11-28', ...closed, closure: null },
    { day: '2026-11-29', opens: 0, closes: 720, closure: null },
    { day: '2026-11-30', opens: 510, closes: 1080, closure: null },
  ])
})

test('on days when clocks change, jobs stand at their wall time', async () => {
  const [bay = 0] = shop.bays
  for (const wall of ['2026-11-01T00:30', '2026-11-01T09:00', '2027-03-14T01:00', '2027-03-14T09:00'])
    await addPast(world, shop, { startsAt: at(wall), bayId: bay })
  const spans = async (from: string) =>
    (await boardOf(shop.id, `&from=${from}`)).jobs.map(({ startMinutes, endMinutes }) => [
      startMinutes,
      endMinutes,
    ])
  expect(await spans('2026-11-01')).toEqual([
    [30, 150],
    [540, 720],
  ])
  expect(await spans('2027-03-14')).toEqual([
    [60, 300],
    [540, 720],
  ])
})

test('a bay out of use is shown only while it has jobs', async () => {
  await addPast(world, shop, { startsAt: at('2026-11-16T09:00'), bayId: shop.bays[2] ?? 0 })
  expect((await boardOf(shop.id, '&from=2026-11-16')).bays.map(({ inUse }) => inUse)).toEqual([
    true,
    true,
    false,
  ])
  expect((await boardOf(shop.id, '&from=2026-11-17')).bays).toHaveLength(2)
})

test('the default day is today in the shop’s calendar, by the product’s clock', async () => {
  const { clock } = world.context
  const kiritimati = await addShop(world, { zone: 'Pacific/Kiritimati' })
  const before = clock.now() - Date.now()
  clock.setOffset(Date.parse('2026-12-01T10:30:00Z') - Date.now())
  expect(await boardOf(kiritimati.id)).toMatchObject({ today: '2026-12-02', days: [{ day: '2026-12-02' }] })
  expect(await boardOf(shop.id)).toMatchObject({ today: '2026-12-01', days: [{ day: '2026-12-01' }] })
  clock.setOffset(before)
})

test('a shop sees its own board only; another shop’s board answers as missing', async () => {
  const owner = await registerShop(world)
  const { rows } = await world.context.database.pool.query<{ id: number }>(
    'select s.id from shops s join users u on u.id = s.owner_id where u.email = $1',
    [owner.email],
  )
  const own = rows[0]?.id ?? 0
  expect((await boardOf(own, '', owner)).shopId).toBe(own)
  const foreign = await owner.get(`/api/admin/board?shopId=${shop.id}`)
  const missing = await administrator.get('/api/admin/board?shopId=999999')
  expect([foreign.status, foreign.body]).toEqual([404, missing.body])
  expect((await (await signUp(world)).get(`/api/admin/board?shopId=${own}`)).status).toBe(403)
})

test('an invalid day is refused with a sentence', async () => {
  for (const rest of ['&from=2026-02-30', '&from=0000-01-01', '&from=9999-12-31', '&days=3', '&shopId=0']) {
    const { status, body } = await administrator.get(`/api/admin/board?shopId=5${rest}`)
    expect([rest, status]).toEqual([rest, 400])
    expect(body.error).toBeTypeOf('string')
  }
})
