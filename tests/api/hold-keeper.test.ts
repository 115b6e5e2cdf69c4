import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { renewHolds } from '../../server/holds/renew-holds.ts'
import { mailsTo } from '../support/mails.ts'
import { advanceProduct, hour, startMoneyWorld, type MoneyWorld } from '../support/money.ts'
import { newEmail, signUp } from '../support/people.ts'
import { addSampleCustomer, addSampleShop, writeAppointments, written } from '../support/staff-world.ts'
import { shopZone } from '../support/start-world.ts'

let world: MoneyWorld
/** The address for the mails of the test's appointment. */
let email: string

beforeAll(async () => {
  world = await startMoneyWorld()
})
beforeEach(async () => {
  world.customer = await signUp(world)
  email = newEmail()
})
afterAll(() => world.stop())

const ownHold = async (id: string) => (await world.own(id)).hold

/** The last bookable day: the booking's hold lapses long before it. */
function lateDate(): string {
  return `${world.day(-1)} 09:00`
}

test('the booking’s hold lapses, and a fresh one is placed 72 hours before the start', async () => {
  const id = await world.book({ date: lateDate(), email })
  expect(await ownHold(id)).toMatchObject({ state: 'live', card: { brand: 'visa', lastFour: '4242' } })
  await world.advanceTo(id, -73)
  expect(await world.statusesOf(id)).toEqual(['canceled'])
  expect(await ownHold(id)).toMatchObject({ state: 'saved', liveUntil: null })
  await world.advanceTo(id, -71)
  expect(await world.statusesOf(id)).toEqual(['canceled', 'requires_capture'])
  const hold = await ownHold(id)
  expect(hold).toMatchObject({ state: 'live', renewsAt: null })
  expect(Date.parse(hold.liveUntil)).toBeGreaterThan((await world.timesOf(id)).startsAt + 27 * hour * 1000)
  expect(await mailsTo(world, email)).toHaveLength(1)
})

test('a hold that is still live when a fresh one is placed is released at once', async () => {
  const id = await world.book({ date: `${world.day(0)} 09:00` })
  await world.advanceTo(id, -71)
  expect(await world.statusesOf(id)).toEqual(['canceled', 'requires_capture'])
  expect(await world.movementsOf(id)).toEqual([
    'hold_requested',
    'hold_placed',
    'hold_requested',
    'release_requested',
    'hold_placed',
    'hold_released',
  ])
})

test('a card that needs 3-D Secure is attempted at 72, 48 and 24 hours, each with a mail; then one mail warns the shop', async () => {
  const id = await world.bookConfirmed({ date: lateDate(), email })
  for (const [hoursBefore, mails, state] of [
    [73, 1, 'saved'],
    [71, 2, 'unconfirmed'],
    [49, 2, 'unconfirmed'],
    [47, 3, 'unconfirmed'],
    [23, 4, 'failed'],
    [2, 4, 'failed'],
  ] as const) {
    await world.advanceTo(id, -hoursBefore)
    const told = (await mailsTo(world, email)).filter(({ subject }) => !/^(Reminder|Today): /.test(subject))
    expect([hoursBefore, told.length]).toEqual([hoursBefore, mails])
    expect((await ownHold(id)).state).toBe(state)
  }
  expect(await mailsTo(world, world.administrator.email)).toHaveLength(1)
  expect((await world.statusesOf(id)).filter((status) => status === 'requires_capture')).toEqual([])
})

test('concurrent runs place one fresh hold', async () => {
  const id = await world.book({ date: lateDate(), email })
  await world.advanceTo(id, -73)
  advanceProduct(world, 2 * hour)
  await Promise.all(Array.from({ length: 8 }, () => renewHolds(world.context)))
  expect((await world.statusesOf(id)).filter((status) => status === 'requires_capture')).toHaveLength(1)
  expect(await world.intentsOf(id)).toHaveLength(2)
})

test('a hold is retried until the provider responds', async () => {
  const id = await world.book({ date: lateDate(), email })
  await world.advanceTo(id, -73)
  await world.faults({ mode: 'error_before' })
  await world.advanceTo(id, -71)
  expect(await world.statusesOf(id)).toEqual(['canceled'])
  await world.faults({ mode: 'none' })
  await world.advance(60)
  expect(await world.statusesOf(id)).toEqual(['canceled', 'requires_capture'])
  expect(await mailsTo(world, email)).toHaveLength(1)
})

test('a move restarts the attempts for the new start', async () => {
  const id = await world.book({ date: `${world.day(1)} 09:00` })
  await world.advanceTo(id, -71)
  const fresh = world.day(-1)
  expect((await world.change(id, { date: fresh, time: '10:00' })).status).toBe(200)
  await world.advanceTo(id, -73)
  expect((await ownHold(id)).state).toBe('saved')
  await world.advanceTo(id, -71)
  expect((await world.statusesOf(id)).at(-1)).toBe('requires_capture')
})

/** The number of the job's queries that name an appointment. */
async function countQueriesAbout(id: string): Promise<number> {
  const asked = vi.spyOn(Client.prototype, 'query')
  try {
    await renewHolds(world.context)
    return asked.mock.calls.filter((call) => JSON.stringify(call).includes(id)).length
  } finally {
    asked.mockRestore()
  }
}

test('an appointment whose hold outlives it by a day is not read, one second less is', async () => {
  const id = await world.book({ date: lateDate(), email })
  await world.advanceTo(id, -71)
  const { endsAt } = await world.timesOf(id)
  const isHeldUntil = (instant: number) =>
    world.context.database.pool.query(
      `update holds set capture_before = $2 where appointment_id = $1 and status = 'live'`,
      [id, new Date(instant)],
    )
  const dayAfter = endsAt + 24 * hour * 1000
  await isHeldUntil(dayAfter)
  expect(await countQueriesAbout(id)).toBe(0)
  await isHeldUntil(dayAfter - 1000)
  expect(await countQueriesAbout(id)).toBeGreaterThan(0)
})

test('one run processes every due appointment, also with equal start times', async () => {
  await addSampleCustomer(world)
  const shop = await addSampleShop(world, shopZone)
  const now = world.context.clock.now()
  const near = Array.from({ length: 480 }, (_, place) =>
    written(shop, { startsAt: now + (1 + Math.floor(place / 60)) * 4 * hour * 1000 }),
  )
  await writeAppointments(world, near)
  await renewHolds(world.context)
  const { rowCount } = await world.context.database.pool.query(
    'select from appointments where id = any ($1) and hold_attempted_at is not null',
    [near.map(({ id }) => id)],
  )
  expect(rowCount).toBe(480)
})
