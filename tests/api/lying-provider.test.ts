import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startMoneyWorld, type MoneyWorld } from '../support/money.ts'
import { orderFor } from '../support/orders.ts'
import { signUp } from '../support/people.ts'

let world: MoneyWorld

beforeAll(async () => {
  world = await startMoneyWorld()
  // The newest payment of another customer, for swapped responses.
  await world.book({ date: `${world.day(0)} 09:00` })
})
beforeEach(async () => {
  await world.faults({ mode: 'none' })
  world.customer = await signUp(world)
  // The provider knows the customer from here on: its next response is about the hold.
  const id = await world.book({ date: `${world.day(-1)} 09:00` })
  await world.cancel(id)
})
afterAll(() => world.stop())

const lies = ['wrong_amount', 'wrong_payment', 'nonsense', 'cut_off', 'wrong_status']

test.each(lies)('a booking survives a wrong response about it: %s', async (mode) => {
  const day = world.day(1 + lies.indexOf(mode))
  // Each seed draws another response of its kind.
  for (const seed of [1, 3]) {
    await world.faults({ mode, count: 1, seed })
    const answer = await world.customer.post('/api/appointments', orderFor(world, { date: `${day} 09:00` }))
    expect([seed, answer.status, answer.body.requiresAction]).toEqual([seed, 201, false])
    expect(await world.statusesOf(answer.body.id)).toEqual(['requires_capture'])
    await world.faults({ mode, count: 1, seed })
    const captured = await world.capture(answer.body.id)
    expect([seed, captured.body.paymentStatus]).toEqual([seed, 'completed'])
    const charged = await world.intentsOf(answer.body.id)
    expect(charged.map(({ amount_received: cents }) => cents)).toEqual([49_900])
    const { rows } = await world.context.database.pool.query(
      'select captured_cents from holds where appointment_id = $1',
      [answer.body.id],
    )
    expect(rows).toEqual([{ captured_cents: 49_900 }])
    await world.cancel(answer.body.id)
  }
})

test('after a wrong response to the customer’s creation, the booking succeeds or asks for another attempt', async () => {
  for (const seed of [1, 2, 5]) {
    world.customer = await signUp(world)
    await world.faults({ mode: 'nonsense', count: 1, seed })
    const order = orderFor(world, { date: `${world.day(6)} 09:00` })
    const key = { 'idempotency-key': `known-card-${seed}` }
    const first = await world.customer.post('/api/appointments', order, key)
    expect([seed, first.body.error ?? '']).toEqual([seed, expect.stringMatching(/^$|we don’t know yet/)])
    const again = await world.customer.post('/api/appointments', order, key)
    expect([seed, again.status]).toEqual([seed, 201])
    await world.cancel(again.body.id)
  }
})

test('a response that trickles without end times out like none', async () => {
  await world.faults({ mode: 'drip', count: 1 })
  const begun = performance.now()
  const answer = await world.customer.post(
    '/api/appointments',
    orderFor(world, { date: `${world.day(7)} 09:00` }),
  )
  expect(answer.status).toBe(201)
  expect(performance.now() - begun).toBeLessThan(10_000)
})
