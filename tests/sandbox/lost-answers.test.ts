import type { Stripe } from 'stripe'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { hold, openSandbox, refusalOf } from './open-sandbox.ts'
import type { OpenSandbox } from './open-sandbox.ts'

let world: OpenSandbox
let stripe: Stripe

beforeEach(async () => {
  world = await openSandbox()
  stripe = world.stripe
})
afterEach(() => world.close())

const order = { ...hold, payment_method: 'pm_card_visa' }

async function countPayments(): Promise<number> {
  return (await stripe.paymentIntents.list({ limit: 100 })).data.length
}

test('the same key with the same words is answered again, not done again', async () => {
  const first = await stripe.paymentIntents.create(order, { idempotencyKey: 'once' })
  const second = await stripe.paymentIntents.create(order, { idempotencyKey: 'once' })
  expect(second.id).toBe(first.id)
  expect(second.lastResponse.headers['idempotent-replayed']).toBe('true')
  expect(await countPayments()).toBe(1)
})

test('a decline is kept under its key', async () => {
  const declined = { ...order, payment_method: 'pm_card_chargeDeclined' }
  const first = await refusalOf(stripe.paymentIntents.create(declined, { idempotencyKey: 'no' }))
  const second = await refusalOf(stripe.paymentIntents.create(declined, { idempotencyKey: 'no' }))
  expect(second.statusCode).toBe(402)
  expect(second.payment_intent?.id).toBe(first.payment_intent?.id)
  expect(await countPayments()).toBe(1)
})

test('the same key with other words is refused', async () => {
  await stripe.paymentIntents.create(order, { idempotencyKey: 'mine' })
  const other = stripe.paymentIntents.create({ ...order, amount: 79_900 }, { idempotencyKey: 'mine' })
  expect(await refusalOf(other)).toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400 })
})

test('a key whose first request is still running is in use', async () => {
  await world.faults({ mode: 'slow', count: 1, delayMs: 400 })
  const first = stripe.paymentIntents.create(order, { idempotencyKey: 'busy' })
  // The fault is counted when its request begins.
  await expect
    .poll(async () => (await fetch(world.url('/sandbox/faults'))).json())
    .toMatchObject({ count: 0 })
  const second = await refusalOf(stripe.paymentIntents.create(order, { idempotencyKey: 'busy' }))
  expect(second).toMatchObject({ statusCode: 409, code: 'idempotency_key_in_use' })
  expect((await first).status).toBe('requires_capture')
})

test('a key is free again after a day', async () => {
  const first = await stripe.paymentIntents.create(order, { idempotencyKey: 'daily' })
  await world.post('/sandbox/clock', { advanceSeconds: 86_401 })
  const second = await stripe.paymentIntents.create(order, { idempotencyKey: 'daily' })
  expect(second.id).not.toBe(first.id)
})

test('an error before the work leaves nothing, and the key is free', async () => {
  await world.faults({ mode: 'error_before', count: 1 })
  expect((await refusalOf(stripe.paymentIntents.create(order, { idempotencyKey: 'a' }))).statusCode).toBe(500)
  expect(await countPayments()).toBe(0)
  expect((await stripe.paymentIntents.create(order, { idempotencyKey: 'a' })).status).toBe('requires_capture')
})

test('an error after the work hides a hold that exists, and the key keeps the error', async () => {
  await world.faults({ mode: 'error_after', count: 1 })
  expect((await refusalOf(stripe.paymentIntents.create(order, { idempotencyKey: 'a' }))).statusCode).toBe(500)
  expect((await refusalOf(stripe.paymentIntents.create(order, { idempotencyKey: 'a' }))).statusCode).toBe(500)
  expect(await countPayments()).toBe(1)
})

test.each(['timeout', 'drop_answer'])('after a lost answer (%s) the key brings it back', async (mode) => {
  await world.faults({ mode, count: 2 })
  const lost = await refusalOf(stripe.paymentIntents.create(order, { idempotencyKey: 'lost' }))
  expect(lost.type).toBe('StripeConnectionError')
  await world.faults({ mode: 'none' })
  const found = await stripe.paymentIntents.create(order, { idempotencyKey: 'lost' })
  expect(found.status).toBe('requires_capture')
  expect(await countPayments()).toBe(1)
})

test('a share of all requests can be hit', async () => {
  await world.faults({ mode: 'rate_limit', share: 0.5 })
  const answers = await Promise.all(
    Array.from({ length: 40 }, () =>
      stripe.customers.create().then(
        () => 'made',
        () => 'refused',
      ),
    ),
  )
  expect(new Set(answers)).toEqual(new Set(['made', 'refused']))
})

test('a fault that is not known is refused with a sentence', async () => {
  const answer = await world.post('/sandbox/faults', { mode: 'earthquake' })
  expect(answer.status).toBe(400)
  expect(await answer.json()).toHaveProperty('error')
})
