import { afterAll, beforeAll, expect, test } from 'vitest'
import { askOtherwise } from '../battery/ask-otherwise.ts'
import { countLockWaits, duringTransaction } from '../support/lock-waits.ts'
import { patience, startMoneyWorld, type MoneyWorld } from '../support/money.ts'
import { orderFor } from '../support/orders.ts'
import { personWith, type Person } from '../support/people.ts'

let world: MoneyWorld

beforeAll(async () => {
  world = await startMoneyWorld()
})
afterAll(() => world.stop())

const lockShop = 'select from shops where id = 5 for no key update'

async function countAppointments(date: string): Promise<number> {
  const { rows } = await world.context.database.pool.query<{ count: number }>(
    `select count(*)::integer as count from appointments a join shops s on s.id = a.shop_id
      where a.starts_at at time zone s.time_zone = $1::timestamp`,
    [date],
  )
  return rows[0]?.count ?? Number.NaN
}

test('the second request after 3-D Secure waits for no shop lock and inserts no second claim', async () => {
  const { database } = world.context
  const order = orderFor(world, {
    date: `${world.day(0)} 09:00`,
    paymentMethodId: 'pm_card_threeDSecure2Required',
  })
  const book = (key: string) => world.customer.post('/api/appointments', order, { 'idempotency-key': key })
  const first = await book('one-order')
  expect(first.body).toMatchObject({ requiresAction: true })
  const [intentId = ''] = String(first.body.clientSecret).split('_secret_')
  await duringTransaction(database.pool, async (client) => {
    await client.query(lockShop)
    await world.challenge(intentId, 'complete')
    const statements: string[] = []
    const restore = askOtherwise(database, (text) => {
      statements.push(text)
      return text
    })
    const second = await book('one-order')
    restore()
    expect([second.status, second.body]).toEqual([201, { id: first.body.id, requiresAction: false }])
    expect(statements.filter((text) => text.includes('from order_requests'))).toHaveLength(1)
    expect(
      statements.filter((text) => /insert into "?(appointments|order_requests)|for no key update/.test(text)),
    ).toEqual([])

    // Control: the first request of another key claims a slot, and waits for the lock that the other transaction still holds.
    const waiting = book('another-order')
    await expect.poll(() => countLockWaits(database.pool), patience).toBe(1)
    await client.query('rollback')
    expect((await waiting).status).toBe(201)
  })
})

/** The same first request at two processes, which both look the key up before either claims. Returns the ids of the appointments. */
async function sendAtOnce(date: string, key: string): Promise<unknown[]> {
  const { pool } = world.context.database
  const people = [world.customer, personWith(await world.addProcess(), world.customer.cookie)]
  const send = (person: Person) =>
    person.post('/api/appointments', orderFor(world, { date }), { 'idempotency-key': key })
  return duringTransaction(pool, async (client) => {
    await client.query(lockShop)
    const sending = people.map(send)
    await expect.poll(() => countLockWaits(pool), patience).toBe(2)
    await client.query('rollback')
    const answers = await Promise.all(sending)
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    return answers.map(({ body }) => body.id)
  })
}

test('two first requests with one key at two processes book once: the loser of the unique key resumes', async () => {
  const date = `${world.day(1)} 09:00`
  const [one, other] = await sendAtOnce(date, 'sent-at-once')
  expect(one).toBe(other)
  expect(await countAppointments(date)).toBe(1)
})

test('control: without the unique key the same two requests book twice', async () => {
  await world.context.database.pool.query('alter table order_requests drop constraint order_requests_pkey')
  const date = `${world.day(2)} 09:00`
  const [one, other] = await sendAtOnce(date, 'sent-at-once-too')
  expect(one).not.toBe(other)
  expect(await countAppointments(date)).toBe(2)
})
