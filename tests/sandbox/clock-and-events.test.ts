import type { Stripe } from 'stripe'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { hold, listen, openSandbox } from './open-sandbox.ts'
import type { Listener, OpenSandbox } from './open-sandbox.ts'

const week = 7 * 86_400
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

async function heard(type: string, count = 1): Promise<Stripe.Event[]> {
  await expect.poll(() => product.events.filter((event) => event.type === type).length).toBe(count)
  return product.events.filter((event) => event.type === type)
}

test('a hold lapses at its expiry, and not before', async () => {
  const held = await stripe.paymentIntents.create({ ...hold, payment_method: 'pm_card_visa' })
  await world.advance(week - 60)
  expect((await stripe.paymentIntents.retrieve(held.id)).status).toBe('requires_capture')
  await world.advance(60)
  const lapsed = await stripe.paymentIntents.retrieve(held.id, { expand: ['latest_charge'] })
  expect(lapsed).toMatchObject({ status: 'canceled', cancellation_reason: 'automatic', amount_capturable: 0 })
  expect(lapsed.latest_charge).toMatchObject({ captured: false, refunded: true })
  const refunds = await stripe.refunds.list({ payment_intent: held.id })
  expect(refunds.data).toMatchObject([{ amount: 49_900, reason: 'expired_uncaptured_charge' }])
  // The clock's response comes after the delivery of all due webhooks.
  expect(product.events.map((event) => event.type)).toEqual(
    expect.arrayContaining(['charge.expired', 'payment_intent.canceled']),
  )
})

test('the clock moves the product’s clock and authenticates itself', async () => {
  expect(await world.advance(3600)).toMatchObject({ offsetSeconds: 3600, product: 'moved' })
  expect(await world.advance(600)).toMatchObject({ offsetSeconds: 4200, product: 'moved' })
  expect(product.clockPushes).toEqual([
    { authorization: 'Bearer clock-secret', body: { offsetSeconds: 3600 } },
    { authorization: 'Bearer clock-secret', body: { offsetSeconds: 4200 } },
  ])
})

test.each([-1, 1.5, '60', null])('the clock refuses to move by %j', async (advanceSeconds) => {
  const answer = await world.post('/sandbox/clock', { advanceSeconds })
  expect(answer.status).toBe(400)
  expect(await answer.json()).toHaveProperty('error')
  expect(product.clockPushes).toEqual([])
})

test('each step of a payment sends a webhook whose signature the official SDK accepts', async () => {
  const held = await stripe.paymentIntents.create({ ...hold, payment_method: 'pm_card_visa' })
  await stripe.paymentIntents.capture(held.id)
  await stripe.refunds.create({ payment_intent: held.id })
  const [succeeded] = await heard('payment_intent.succeeded')
  expect(succeeded?.data.object).toMatchObject({ id: held.id, status: 'succeeded', amount_received: 49_900 })
  await heard('payment_intent.created')
  await heard('payment_intent.amount_capturable_updated')
  await heard('refund.created')
  await heard('charge.refunded')
  const listed = await stripe.events.list({ type: 'payment_intent.succeeded' })
  expect(listed.data.map((event) => event.id)).toEqual([succeeded?.id])
})

test('a refused webhook is retried', async () => {
  product.refuseNext(2)
  await stripe.customers.create()
  await expect.poll(() => product.events.length).toBe(1)
})

test('pending webhooks are delivered after a restart', async () => {
  product.refuseNext(1)
  const customer = await stripe.customers.create()
  await world.restart()
  const [created] = await heard('customer.created')
  expect(created?.data.object).toMatchObject({ id: customer.id })
})

test('all data survives a restart', async () => {
  const customer = await stripe.customers.create({ email: 'stay@example.com', metadata: { order: '7' } })
  const order = { ...hold, customer: customer.id, payment_method: 'pm_card_visa' }
  const held = await stripe.paymentIntents.create(order, { idempotencyKey: 'before' })
  const waiting = await stripe.paymentIntents.create({
    ...hold,
    payment_method: 'pm_card_authenticationRequired',
  })
  await world.faults({ mode: 'error_before', count: 0 })
  const { offsetSeconds } = await world.advance(5000)
  await world.restart()
  expect(await stripe.customers.retrieve(customer.id)).toMatchObject({
    email: 'stay@example.com',
    metadata: { order: '7' },
  })
  expect((await stripe.paymentIntents.create(order, { idempotencyKey: 'before' })).id).toBe(held.id)
  await world.post(`/sandbox/payments/${waiting.id}/challenge`, { outcome: 'complete' })
  expect((await stripe.paymentIntents.retrieve(waiting.id)).status).toBe('requires_capture')
  const clock = await fetch(world.url('/sandbox/clock'))
  expect(await clock.json()).toMatchObject({ offsetSeconds })
  expect((await stripe.paymentIntents.capture(held.id)).status).toBe('succeeded')
})
