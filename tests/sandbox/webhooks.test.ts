import type { Stripe } from 'stripe'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { hold, listen, openSandbox } from './open-sandbox.ts'
import type { Listener, OpenSandbox } from './open-sandbox.ts'

let product: Listener
let world: OpenSandbox
let stripe: Stripe

beforeEach(async () => {
  product = await listen()
  world = await openSandbox(product.url)
  stripe = world.stripe
})
afterEach(async () => {
  await world.close()
  await product.close()
})

async function set(switches: object): Promise<{ waiting: number; [more: string]: unknown }> {
  const answer = await world.post('/sandbox/webhooks', switches)
  expect(answer.status).toBe(200)
  return (await answer.json()) as { waiting: number }
}

/** The API's events of one captured hold, oldest first. */
async function liveThrough(): Promise<string[]> {
  const held = await stripe.paymentIntents.create({ ...hold, payment_method: 'pm_card_visa' })
  await stripe.paymentIntents.capture(held.id)
  const listed = await stripe.events.list({ limit: 100 })
  return listed.data.map((event) => event.id).toReversed()
}

function heard(): string[] {
  return product.events.map((event) => event.id)
}

test('paused webhooks are kept and delivered afterwards', async () => {
  await set({ paused: true })
  const events = await liveThrough()
  await world.advance(60)
  expect(heard()).toEqual([])
  expect(await set({ shuffle: false })).toMatchObject({ paused: true, waiting: events.length })
  await world.restart()
  expect((await stripe.events.list({ delivery_success: false })).data).toHaveLength(events.length)
  expect(heard()).toEqual([])
  await set({ paused: false })
  await expect.poll(() => heard().toSorted()).toEqual(events.toSorted())
})

test('webhooks arrive shuffled and repeated, each at least once', async () => {
  await set({ paused: true, shuffle: true, repeat: 4 })
  const events: string[] = []
  for (let life = 0; life < 5; life += 1) events.splice(0, Infinity, ...(await liveThrough()))
  await world.restart()
  await set({ paused: false })
  // The clock's response comes after all deliveries.
  await world.advance(1)
  const times = events.map((event) => heard().filter((id) => id === event).length)
  expect(Math.min(...times)).toBe(1)
  expect(Math.max(...times)).toBeGreaterThan(1)
  expect(Math.max(...times)).toBeLessThanOrEqual(4)
  const firsts = [...new Set(heard())]
  expect(firsts).not.toEqual(events)
  expect(firsts.toSorted()).toEqual(events.toSorted())
  expect((await stripe.events.list({ delivery_success: false })).data).toEqual([])
})

test('a refused webhook is retried even if it was sent twice', async () => {
  await set({ repeat: 3 })
  product.refuseNext(3)
  const customer = await stripe.customers.create()
  await expect.poll(() => product.events.length).toBeGreaterThan(0)
  expect(product.events[0]?.data.object).toMatchObject({ id: customer.id })
})

test.each([{}, { paused: 'yes' }, { repeat: 0 }, { repeat: 2.5 }, { shuffel: true }])(
  'the invalid webhook setting %j is refused',
  async (switches) => {
    const answer = await world.post('/sandbox/webhooks', switches)
    expect(answer.status).toBe(400)
    expect(await answer.json()).toHaveProperty('error')
    const state = await fetch(world.url('/sandbox/webhooks'))
    expect(await state.json()).toEqual({ paused: false, shuffle: false, repeat: 1, waiting: 0 })
  },
)
