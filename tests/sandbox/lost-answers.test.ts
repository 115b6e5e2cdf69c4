import { randomUUID } from 'node:crypto'
import type { Stripe } from 'stripe'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { hold, openSandbox, refusalOf } from './open-sandbox.ts'
import type { OpenSandbox } from './open-sandbox.ts'

let world: OpenSandbox
let stripe: Stripe
/** A client with a short timeout. */
let quick: Stripe

beforeEach(async () => {
  world = await openSandbox()
  stripe = world.stripe
  quick = world.impatient
})
afterEach(() => world.close())

const order = { ...hold, payment_method: 'pm_card_visa' }

async function countPayments(): Promise<number> {
  return (await stripe.paymentIntents.list({ limit: 100 })).data.length
}

test('the same key with the same parameters replays the response and repeats no work', async () => {
  const first = await stripe.paymentIntents.create(order, { idempotencyKey: 'once' })
  const second = await stripe.paymentIntents.create(order, { idempotencyKey: 'once' })
  expect(second.id).toBe(first.id)
  expect(second.lastResponse.headers['idempotent-replayed']).toBe('true')
  expect(await countPayments()).toBe(1)
})

test('a decline is replayed under its key', async () => {
  const declined = { ...order, payment_method: 'pm_card_chargeDeclined' }
  const first = await refusalOf(stripe.paymentIntents.create(declined, { idempotencyKey: 'no' }))
  const second = await refusalOf(stripe.paymentIntents.create(declined, { idempotencyKey: 'no' }))
  expect(second.statusCode).toBe(402)
  expect(second.payment_intent?.id).toBe(first.payment_intent?.id)
  expect(await countPayments()).toBe(1)
})

test('the same key with other parameters is refused', async () => {
  await stripe.paymentIntents.create(order, { idempotencyKey: 'mine' })
  const other = stripe.paymentIntents.create({ ...order, amount: 79_900 }, { idempotencyKey: 'mine' })
  expect(await refusalOf(other)).toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400 })
})

test('a key with a request in flight is in use', async () => {
  await world.faults({ mode: 'slow', count: 1, delayMs: 1_000 })
  const first = stripe.paymentIntents.create(order, { idempotencyKey: 'busy' })
  // The fault is counted when its request begins.
  await expect
    .poll(async () => (await fetch(world.url('/sandbox/faults'))).json())
    .toMatchObject({ count: 0 })
  const second = await refusalOf(stripe.paymentIntents.create(order, { idempotencyKey: 'busy' }))
  expect(second).toMatchObject({ statusCode: 409, code: 'idempotency_key_in_use' })
  expect((await first).status).toBe('requires_capture')
})

test('a key expires after a day', async () => {
  const first = await stripe.paymentIntents.create(order, { idempotencyKey: 'daily' })
  await world.post('/sandbox/clock', { advanceSeconds: 86_401 })
  const second = await stripe.paymentIntents.create(order, { idempotencyKey: 'daily' })
  expect(second.id).not.toBe(first.id)
})

test('an error before the work has no effect, and the key stays free', async () => {
  await world.faults({ mode: 'error_before', count: 1 })
  expect((await refusalOf(stripe.paymentIntents.create(order, { idempotencyKey: 'a' }))).statusCode).toBe(500)
  expect(await countPayments()).toBe(0)
  expect((await stripe.paymentIntents.create(order, { idempotencyKey: 'a' })).status).toBe('requires_capture')
})

test('an error after the work hides an existing hold, and the key replays the error', async () => {
  await world.faults({ mode: 'error_after', count: 1 })
  expect((await refusalOf(stripe.paymentIntents.create(order, { idempotencyKey: 'a' }))).statusCode).toBe(500)
  expect((await refusalOf(stripe.paymentIntents.create(order, { idempotencyKey: 'a' }))).statusCode).toBe(500)
  expect(await countPayments()).toBe(1)
})

test.each(['timeout', 'drop_answer'])('after a lost response (%s) the key replays it', async (mode) => {
  await world.faults({ mode, count: 2 })
  const lost = await refusalOf(stripe.paymentIntents.create(order, { idempotencyKey: 'lost' }))
  expect(lost.type).toBe('StripeConnectionError')
  await world.faults({ mode: 'none' })
  const found = await stripe.paymentIntents.create(order, { idempotencyKey: 'lost' })
  expect(found.status).toBe('requires_capture')
  expect(await countPayments()).toBe(1)
})

test('faults can hit a share of all requests', async () => {
  await world.faults({ mode: 'rate_limit', share: 0.5, seed: 20_261_122 })
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

/** The outcomes of `count` hold requests, one after another. */
async function outcomes(count: number): Promise<string[]> {
  const seen: string[] = []
  for (let place = 0; place < count; place += 1) {
    const asking = quick.paymentIntents.create(order, { idempotencyKey: randomUUID() })
    seen.push(
      await asking.then(
        (held) => held.status,
        (error: Stripe.errors.StripeError) => `${error.type} ${error.statusCode ?? ''}`,
      ),
    )
  }
  return seen
}

test('a random fault can be any of those that hide completed work', async () => {
  await world.faults({ mode: 'any', seed: 20_261_122 })
  const before = await countPayments()
  const seen = new Set(await outcomes(24))
  // The SDK retries once after a cut connection.
  seen.delete('requires_capture')
  expect(seen).toEqual(new Set(['StripeAPIError 500', 'StripeConnectionError ']))
  await world.faults({ mode: 'none' })
  const done = (await countPayments()) - before
  // A quarter of the faults happen before the work.
  expect(done).toBeGreaterThan(0)
  expect(done).toBeLessThan(24)
})

test('a seed reproduces a run', async () => {
  const run = async (seed: number): Promise<string[]> => {
    await world.faults({ mode: 'any', share: 0.4, seed })
    return outcomes(20)
  }
  const first = await run(7)
  expect(new Set(first).size).toBe(3)
  expect(await run(7)).toEqual(first)
  expect(await run(8)).not.toEqual(first)
})

test('a seeded run continues after a restart', async () => {
  await world.faults({ mode: 'any', share: 0.4, seed: 11 })
  const whole = await outcomes(16)
  await world.faults({ mode: 'any', share: 0.4, seed: 11 })
  const half = await outcomes(8)
  await world.restart()
  expect([...half, ...(await outcomes(8))]).toEqual(whole)
})

test('faults spare reads unless they include them', async () => {
  const held = await stripe.paymentIntents.create(order)
  await world.faults({ mode: 'error_before' })
  expect((await stripe.paymentIntents.retrieve(held.id)).status).toBe('requires_capture')
  await world.faults({ mode: 'error_before', reads: true, count: 2 })
  expect((await refusalOf(stripe.paymentIntents.retrieve(held.id))).statusCode).toBe(500)
  expect((await refusalOf(stripe.paymentIntents.list())).statusCode).toBe(500)
  expect((await stripe.paymentIntents.list()).data).toHaveLength(1)
  // Two faults, because the SDK retries once after a cut connection.
  await world.faults({ mode: 'drop_answer', reads: true, count: 2 })
  expect((await refusalOf(stripe.paymentIntents.retrieve(held.id))).type).toBe('StripeConnectionError')
})

test.each([
  { mode: 'earthquake' },
  { mode: 'any', share: 2 },
  { mode: 'any', seed: 1.5 },
  { mode: 'any', reads: 'yes' },
  { mode: 'any', reeds: true },
])('faults like %j are refused with a sentence', async (plan) => {
  const answer = await world.post('/sandbox/faults', plan)
  expect(answer.status).toBe(400)
  expect(await answer.json()).toHaveProperty('error')
})

test('the form of the page and the JSON request set the same faults', async () => {
  const answer = await fetch(world.url('/sandbox/faults'), {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'mode=any&share=0.2&reads=true',
    redirect: 'manual',
  })
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/sandbox#switches'])
  const page = await (await fetch(world.url('/sandbox'))).text()
  expect(page).toContain('On: any, 20 % of all requests.')
})
