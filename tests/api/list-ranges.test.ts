import { afterAll, beforeAll, expect, test } from 'vitest'
import { listRanges, type ListRange } from '../../contract/admin/appointment-list.ts'
import { addDays, countDays, dayOf, instantOfWallTime, weekdayOf } from '../../contract/time.ts'
import { signInAdministrator, type Person } from '../support/people.ts'
import {
  addSampleCustomer,
  addSampleShop,
  writeAppointments,
  written,
  type SampleShop,
  type Written,
} from '../support/staff-world.ts'
import { insertReview } from '../support/reviews.ts'
import { startWorld, type World } from '../support/start-world.ts'

const hourMs = 3_600_000
const states = ['claimed', 'booked', 'completed', 'cancelled', 'released'] as const

let world: World
let administrator: Person
let shops: SampleShop[]
let now: number
let fixture: Written[]
let failed: Written
let awaiting: Written

const wallAt = (shop: SampleShop, day: string, minutes: number): number =>
  instantOfWallTime(day, minutes, shop.zone) ?? Number.NaN

beforeAll(async () => {
  world = await startWorld()
  administrator = await signInAdministrator(world)
  await addSampleCustomer(world)
  // Their dates differ at most hours of the day.
  shops = [
    await addSampleShop(world, 'Pacific/Kiritimati'),
    await addSampleShop(world, 'America/Los_Angeles'),
    await addSampleShop(world, 'Pacific/Pago_Pago'),
  ]
  // The list answers in whole minutes.
  now = Math.floor(world.context.clock.now() / 60_000) * 60_000
  fixture = shops.flatMap((shop) => {
    const day = dayOf(now, shop.zone)
    // Both sides of each midnight from a week before to a week after, in each state.
    const edges = Array.from({ length: 19 }, (_, index) => addDays(day, index - 9)).flatMap((each) => [
      wallAt(shop, each, 0),
      wallAt(shop, each, 24 * 60 - 1),
    ])
    const around = [now - 4 * hourMs, now - hourMs, now + hourMs]
    return [...edges, ...around].flatMap((startsAt) =>
      states.map((state) => written(shop, { startsAt, state })),
    )
  })
  const [shop] = shops
  if (!shop) throw new Error('No shop')
  failed = written(shop, { startsAt: now + 30 * hourMs })
  awaiting = written(shop, { startsAt: now + 31 * hourMs })
  fixture.push(failed, awaiting)
  await writeAppointments(world, fixture)
  await world.context.database.pool.query('update appointments set hold_failed_at = $2 where id = $1', [
    failed.id,
    new Date(now),
  ])
  await insertReview(world.context.database.pool, { shopId: shop.id, appointmentId: awaiting.id })
})
afterAll(() => world.stop())

/** Whole days from the shop's today to the appointment, and from its Monday. */
function daysOf({ startsAt, zone }: Written): { fromToday: number; fromMonday: number } {
  const today = dayOf(now, zone)
  const fromToday = countDays(today, dayOf(startsAt, zone))
  return { fromToday, fromMonday: fromToday + ((weekdayOf(today) + 6) % 7) }
}

/** Reference: reads the range in memory. */
function isIn(row: Written, range: ListRange): boolean {
  if (row.state === 'released') return false
  const { fromToday, fromMonday } = daysOf(row)
  const isKept = row.state !== 'cancelled'
  switch (range) {
    case 'coming':
      return isKept && fromToday >= 0
    case 'today':
      return isKept && fromToday === 0
    case 'tomorrow':
      return isKept && fromToday === 1
    case 'week':
      return isKept && fromMonday >= 0 && fromMonday < 7
    case 'done_not_charged':
      return row.state === 'booked' && row.startsAt + 3 * hourMs <= now
    case 'hold_failed':
      return row.id === failed.id
    case 'awaits_fitment':
      return row.id === awaiting.id
    case 'all':
      return true
  }
}

async function listIds(query: string): Promise<string[]> {
  const answer = await administrator.get(`/api/admin/appointments?${query}`)
  expect([query, answer.status]).toEqual([query, 200])
  return (answer.body as { id: string }[]).map(({ id }) => id)
}

const earliestFirst = (one: Written, other: Written) =>
  one.startsAt - other.startsAt || (one.id < other.id ? -1 : 1)

test.each(listRanges)(
  'the range %s has the rows of the reference, at every shop and in the export',
  async (range) => {
    const right = fixture
      .filter((row) => isIn(row, range))
      .toSorted(earliestFirst)
      .map(({ id }) => id)
    expect(await listIds(`range=${range}&order=earliest`)).toEqual(right)
    const csv = await fetch(`${world.url}/api/admin/appointments.csv?range=${range}&order=earliest`, {
      headers: { cookie: administrator.cookie },
    })
    const lines = (await csv.text()).trim().split('\r\n').slice(1)
    expect(lines.map((line) => line.split(',').at(-1))).toEqual(right)
  },
)

test('control: the ranges differ, and each has rows and leaves some out', () => {
  for (const range of listRanges.filter((each) => each !== 'all')) {
    const count = fixture.filter((row) => isIn(row, range)).length
    expect([range, count > 0, count < fixture.length / 2 + 60]).toEqual([range, true, true])
  }
})

test('without a range the reply has every appointment, as the specification says', async () => {
  expect((await listIds('')).toSorted()).toEqual((await listIds('range=all')).toSorted())
})

test('cancelled appointments of a day are listed when the status asks for them', async () => {
  const right = fixture
    .filter((row) => row.state === 'cancelled' && daysOf(row).fromToday === 0)
    .map(({ id }) => id)
  expect(right.length).toBeGreaterThan(0)
  expect((await listIds('range=today&status=cancelled')).toSorted()).toEqual(right.toSorted())
})

test('pages of a range add up to it, and the search narrows it', async () => {
  const first = await administrator.get('/api/admin/appointments?range=week&limit=7')
  const total = fixture.filter((row) => isIn(row, 'week')).length
  expect(first.headers.get('x-total-count')).toBe(String(total))
  const none = await administrator.get('/api/admin/appointments?range=today&search=nothing+has+this&limit=7')
  expect(none.body).toEqual([])
})

test('a row names its bay and its end', async () => {
  const [row] = (await administrator.get('/api/admin/appointments?range=hold_failed')).body as {
    bayName: string
    endsAt: string
  }[]
  expect(row?.bayName).toBe(`Bay ${failed.id}`)
  expect(Date.parse(row?.endsAt ?? '')).toBe(failed.startsAt + 3 * hourMs)
})

test('the ranges that need a person are counted', async () => {
  const { ranges } = (await administrator.get('/api/admin/attention')).body
  expect(ranges).toEqual({
    done_not_charged: fixture.filter((row) => isIn(row, 'done_not_charged')).length,
    hold_failed: 1,
    awaits_fitment: 1,
  })
})

test('an unknown range is refused with a sentence', async () => {
  const answer = await administrator.get('/api/admin/appointments?range=yesterday')
  expect([answer.status, answer.body.error]).toEqual([
    400,
    expect.stringMatching(/^Please choose one of these ranges: coming, /),
  ])
})
