import { afterAll, beforeAll, expect, test } from 'vitest'
import { bookingWindow } from '../../contract/slots/booking-window.ts'
import { addDays, weekdayOf } from '../../contract/time.ts'
import { advanceProduct, startMoneyWorld, type MoneyWorld } from '../support/money.ts'
import { personWith, type Answer } from '../support/people.ts'
import { shopZone } from '../support/start-world.ts'

type Day = { date: string; slots: { time: string; available: boolean; reason?: string }[] }

let world: MoneyWorld

beforeAll(async () => {
  world = await startMoneyWorld()
})
afterAll(() => world.stop())

function fetchDays(query: string): Promise<Answer> {
  return personWith(world, '').get(`/api/appointments/availability?${query}`)
}

/** Requests several days at once and each alone, and expects equal results. */
async function expectSame(from: string, count: number, rest = ''): Promise<Day[]> {
  const together = await fetchDays(`date=${from}&days=${count}${rest}`)
  expect(together.status).toBe(200)
  const dates = Array.from({ length: count }, (_, index) => addDays(from, index))
  const alone = await Promise.all(
    dates.map(async (date) => ({ date, slots: (await fetchDays(`date=${date}${rest}`)).body })),
  )
  expect(together.body).toEqual(alone)
  return together.body as Day[]
}

/** The number of free starts on each day. */
function countFree(days: readonly Day[]): number[] {
  return days.map(({ slots }) => slots.filter(({ available }) => available).length)
}

/** Sets the product's clock to noon of a day in the shop's calendar, and restores it after the work. */
async function onDay<T>(day: string, work: () => Promise<T>): Promise<T> {
  const { clock } = world.context
  const before = clock.now() - Date.now()
  advanceProduct(world, (Date.parse(`${day}T20:00:00Z`) - clock.now()) / 1000)
  return work().finally(() => clock.setOffset(before))
}

test('a request for several days equals the requests for each: taken, full, closed and for each package', async () => {
  const [first = '', second = '', third = ''] = world.bookableDays()
  await world.book({ date: `${first} 09:00`, productId: 3 })
  const moving = await world.book({ date: `${first} 11:00`, productId: 2 })
  for (const time of ['09:00', '09:00', '12:00', '12:00']) await world.book({ date: `${second} ${time}` })
  await world.context.database.pool.query(
    'insert into shop_closures (shop_id, first_day, last_day) values (5, $1, $1)',
    [third],
  )
  const { firstDay } = bookingWindow(world.context.clock.now(), shopZone)
  for (const productId of [1, 2, 3]) {
    const days = await expectSame(firstDay, 14, `&productId=${productId}`)
    const free = Object.fromEntries(days.map(({ date }, index) => [date, countFree(days)[index]]))
    expect(free[third]).toBe(0)
    expect(free[second]).toBe(0)
    for (const { date } of days) if (weekdayOf(date) > 5) expect(free[date]).toBe(0)
  }
  const others = await expectSame(firstDay, 14)
  const own = await expectSame(firstDay, 14, `&appointmentId=${moving}`)
  expect(own.find(({ date }) => date === first)?.slots[1]?.available).toBe(true)
  expect(others.find(({ date }) => date === first)?.slots[1]?.available).toBe(false)
})

test('one day requested as days is a list of that day; without days the reply is its starts', async () => {
  const [, , , day = ''] = world.bookableDays()
  const [only] = await expectSame(day, 1, '&shopId=5')
  expect(only?.slots).toHaveLength(8)
  expect((await fetchDays(`date=${day}`)).body[0]).toEqual({
    time: '9:00',
    displayTime: '9:00 AM',
    available: true,
  })
})

test('days with a clock change are equal in both requests', async () => {
  for (const [today, change] of [
    ['2027-03-03', '2027-03-14'],
    ['2027-10-27', '2027-11-07'],
  ] as const) {
    await onDay(today, async () => {
      const days = await expectSame(addDays(today, 7), 14, '&productId=1')
      expect(days.map(({ date }) => date)).toContain(change)
      expect(countFree(days)).toEqual(days.map(({ date }) => (weekdayOf(date) > 5 ? 0 : 6)))
    })
  }
})

test('a count out of range is 400 with the field; a missing shop, package or appointment is refused as for one day', async () => {
  const day = world.day(0)
  for (const days of ['0', '15', '-1', '1.5', '', 'all', '1e1', '07', '14%00']) {
    const refused = await fetchDays(`date=${day}&days=${days}`)
    expect([days, refused.status, refused.headers.get('x-refusal-field')]).toEqual([days, 400, 'days'])
    expect(refused.body.error).toMatch(/^Please /)
  }
  expect((await fetchDays('date=9999-12-31&days=2')).status).toBe(400)
  for (const never of ['0000-01-01', '2027-02-29']) {
    const refused = await fetchDays(`date=${never}`)
    expect([refused.status, refused.headers.get('x-refusal-field')]).toEqual([400, 'date'])
  }
  for (const rest of ['shopId=999', 'productId=77', 'appointmentId=019a0000-0000-7000-8000-000000000000']) {
    const [together, alone] = [
      await fetchDays(`date=${day}&days=14&${rest}`),
      await fetchDays(`date=${day}&${rest}`),
    ]
    expect(together.status).toBeGreaterThanOrEqual(400)
    expect([together.status, together.body]).toEqual([alone.status, alone.body])
  }
})

test('fourteen days take one query', async () => {
  const { pool } = world.context.database
  let acquisitions = 0
  const count = (): void => void acquisitions++
  pool.on('acquire', count)
  await fetchDays(`date=${world.day(0)}&days=14&productId=2`)
  pool.off('acquire', count)
  expect(acquisitions).toBe(1)
})
