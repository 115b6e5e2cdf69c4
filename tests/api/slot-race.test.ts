import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { book, listIntents, orderFor } from '../support/orders.ts'
import { personWith, signUp, type Answer, type Person } from '../support/people.ts'
import { startWorld, type World } from '../support/start-world.ts'

let world: World
let customers: Person[]

const callers = Number(process.env['RACE_CALLERS'] ?? 200)

beforeAll(async () => {
  world = await startWorld()
  const people = await Promise.all(Array.from({ length: 20 }, () => signUp(world)))
  // Within one process, claims queue before they reach the database.
  const processes = [world, ...(await Promise.all([1, 2, 3].map(() => world.addProcess())))]
  customers = people.map(({ cookie }, index) =>
    personWith(processes[index % processes.length] ?? world, cookie),
  )
})
afterAll(() => world.stop())

function pick(index: number): Person {
  const customer = customers[index % customers.length]
  if (!customer) throw new Error('no customers')
  return customer
}

async function race(date: string): Promise<Answer[]> {
  return Promise.all(
    Array.from({ length: callers }, (_, index) =>
      pick(index).post('/api/appointments', orderFor(world, { date })),
    ),
  )
}

async function countOverlaps(): Promise<number> {
  const { rows } = await sql<{ overlaps: number }>`
    select count(*)::int as overlaps from appointments a join appointments b
      on a.bay_id = b.bay_id and a.id < b.id
      and a.state in ('claimed', 'booked', 'completed') and b.state in ('claimed', 'booked', 'completed')
      and tstzrange(a.starts_at, a.ends_at) && tstzrange(b.starts_at, b.ends_at)`.execute(
    world.context.database.db,
  )
  return rows[0]?.overlaps ?? -1
}

async function countDeadlocks(): Promise<number> {
  const { rows } = await sql<{ deadlocks: number }>`
    select deadlocks::int from pg_stat_database where datname = current_database()`.execute(
    world.context.database.db,
  )
  return rows[0]?.deadlocks ?? -1
}

test(`of ${callers} callers for one slot exactly as many win as there are bays, and no request fails`, async () => {
  const answers = await race(`${world.bookableDays()[0]} 09:00`)
  const won = answers.filter((answer) => answer.status === 201)
  const lost = answers.filter((answer) => answer.status === 409)
  expect(won).toHaveLength(2)
  expect(lost).toHaveLength(callers - 2)
  expect(new Set(lost.map((answer) => answer.body.error))).toEqual(
    new Set(['That time was just taken. Choose another.']),
  )
  expect(await countOverlaps()).toBe(0)
  expect(await countDeadlocks()).toBe(0)
  expect((await listIntents(world)).filter((intent) => intent.status === 'requires_capture')).toHaveLength(2)
})

test('partly overlapping starts are as safe, for bookings and moves', async () => {
  const [from, day] = [world.bookableDays()[1], world.bookableDays()[2]]
  const movers = await Promise.all(
    ['09:00', '12:00'].flatMap((time) =>
      [0, 1].map(async (index) => ({
        person: pick(index),
        id: await book(world, pick(index), { date: `${from} ${time}` }),
      })),
    ),
  )
  const hours = ['9:00', '10:00', '11:00', '12:00', '13:00', '14:00']
  const attempts = Array.from({ length: 60 }, (_, index) => {
    const time = hours[index % hours.length] ?? ''
    const mover = movers[index % movers.length]
    return index % 3 === 0 && mover
      ? mover.person.patch(`/api/appointments/${mover.id}`, { date: day, time })
      : pick(index).post('/api/appointments', orderFor(world, { date: `${day} ${time.padStart(5, '0')}` }))
  })
  const statuses = (await Promise.all(attempts)).map((answer) => answer.status)
  expect(statuses.filter((status) => ![200, 201, 409].includes(status))).toEqual([])
  expect(statuses.some((status) => status < 300)).toBe(true)
  expect(await countOverlaps()).toBe(0)
  expect(await countDeadlocks()).toBe(0)
})

test('each late request gets the state of its own key, with fewer connections than requests', async () => {
  const order = orderFor(world, { date: `${world.bookableDays()[3]} 09:00` })
  const ofOneProcess = customers.filter((_, index) => index % 4 === 0)
  const send = (person: Person, key: string) =>
    person.post('/api/appointments', order, { 'idempotency-key': key })
  const [first, second] = ofOneProcess.slice(0, 2)
  if (!first || !second) throw new Error('no customers')
  const ids = [await send(first, 'the-first-key'), await send(second, 'the-first-key')].map(
    ({ body }) => body.id as string,
  )
  const { pool } = world.context.database
  let acquisitions = 0
  const count = (): void => void acquisitions++
  pool.on('acquire', count)
  const keys = ['the-first-key', 'another-key-1', 'another-key-2', 'another-key-3', 'another-key-4']
  const answers = await Promise.all(
    keys.flatMap((key) =>
      ofOneProcess.map(async (person) => ({ key, person, ...(await send(person, key)) })),
    ),
  )
  pool.off('acquire', count)
  const won = answers.filter(({ status }) => status === 201)
  expect(won.map(({ key, person, body }) => [key, person, body.id])).toEqual([
    ['the-first-key', first, ids[0]],
    ['the-first-key', second, ids[1]],
  ])
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 409]))
  expect(acquisitions).toBeLessThan(answers.length)
})

test('control: without the shop row lock and without the constraint the same race oversells the slot', async () => {
  const { db } = world.context.database
  const date = `${world.bookableDays()[4]} 09:00`
  // The lock is on the shop's row. The function returns copies, and locking a copy waits for no transaction.
  await sql`alter table appointments drop constraint appointments_bay_is_free`.execute(db)
  await sql`alter table bay_times drop constraint bay_times_are_free`.execute(db)
  await sql`alter table shops rename to shops_locked`.execute(db)
  await sql`create function copy_shops() returns setof shops_locked language plpgsql as
    'begin return query select * from shops_locked; end'`.execute(db)
  await sql`create view shops as select * from copy_shops()`.execute(db)
  const answers = await race(date)
  expect(answers.filter((answer) => answer.status === 201).length).toBeGreaterThan(2)
  expect(await countOverlaps()).toBeGreaterThan(0)
})

test('control: without the constraint, the shop row lock alone prevents overlaps', async () => {
  const { db } = world.context.database
  const before = await countOverlaps()
  await sql`drop view shops`.execute(db)
  await sql`alter table shops_locked rename to shops`.execute(db)
  await race(`${world.bookableDays()[6]} 09:00`)
  expect(await countOverlaps()).toBe(before)
})
