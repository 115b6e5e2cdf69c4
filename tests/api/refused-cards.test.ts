import { afterAll, beforeAll, expect, test } from 'vitest'
import { orderFor } from '../support/orders.ts'
import { signUp } from '../support/people.ts'
import { startWorld, type World } from '../support/start-world.ts'

let world: World

beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

test('after ten declined cards an account cannot try another for an hour, and another account can', async () => {
  const [thief, customer] = [await signUp(world), await signUp(world)]
  const stolen = orderFor(world, { paymentMethodId: 'pm_card_visa_chargeDeclinedStolenCard' })
  const statuses = []
  for (let tries = 0; tries < 12; tries += 1) {
    statuses.push((await thief.post('/api/appointments', stolen)).status)
  }
  expect(statuses).toEqual([...Array(10).fill(402), 429, 429])
  const good = await thief.post('/api/appointments', orderFor(world))
  expect([good.status, Number(good.headers.get('retry-after')) > 3000]).toEqual([429, true])
  expect((await customer.post('/api/appointments', orderFor(world))).status).toBe(201)
})
