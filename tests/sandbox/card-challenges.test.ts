import type { Stripe } from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hold, openSandbox, refusalOf } from './open-sandbox.ts'
import type { OpenSandbox } from './open-sandbox.ts'

let world: OpenSandbox
let stripe: Stripe

beforeAll(async () => {
  world = await openSandbox()
  stripe = world.stripe
})
afterAll(() => world.close())

function answer(id: string, outcome: 'complete' | 'fail'): Promise<Response> {
  return world.post(`/sandbox/payments/${id}/challenge`, { outcome })
}

test('a completed challenge turns a waiting payment into a hold', async () => {
  const waiting = await stripe.paymentIntents.create({
    ...hold,
    payment_method: 'pm_card_authenticationRequired',
  })
  expect(waiting).toMatchObject({ status: 'requires_action', next_action: { type: 'use_stripe_sdk' } })
  expect((await answer(waiting.id, 'complete')).status).toBe(200)
  expect((await stripe.paymentIntents.retrieve(waiting.id)).status).toBe('requires_capture')
  expect((await answer(waiting.id, 'complete')).status).toBe(400)
})

test('a failed challenge requires another card', async () => {
  const waiting = await stripe.paymentIntents.create({
    ...hold,
    payment_method: 'pm_card_threeDSecure2Required',
  })
  await answer(waiting.id, 'fail')
  expect(await stripe.paymentIntents.retrieve(waiting.id)).toMatchObject({
    status: 'requires_payment_method',
    last_payment_error: { code: 'payment_intent_authentication_failure' },
  })
})

test('the bank may decline after a completed challenge', async () => {
  const waiting = await stripe.paymentIntents.create({
    ...hold,
    payment_method: 'pm_card_authenticationRequiredChargeDeclinedInsufficientFunds',
  })
  await answer(waiting.id, 'complete')
  expect(await stripe.paymentIntents.retrieve(waiting.id)).toMatchObject({
    status: 'requires_payment_method',
    last_payment_error: { decline_code: 'insufficient_funds' },
  })
})

test('an off-session payment that requires a challenge is declined', async () => {
  const customer = await stripe.customers.create()
  const method = await stripe.paymentMethods.attach('pm_card_authenticationRequired', {
    customer: customer.id,
  })
  const refusal = await refusalOf(
    stripe.paymentIntents.create({
      ...hold,
      customer: customer.id,
      payment_method: method.id,
      off_session: true,
    }),
  )
  expect(refusal).toMatchObject({ statusCode: 402, code: 'authentication_required' })
})

test('a card saved with a challenge is charged off session without one', async () => {
  const customer = await stripe.customers.create()
  const setup = await stripe.setupIntents.create({
    customer: customer.id,
    payment_method: 'pm_card_authenticationRequiredOnSetup',
    allowed_payment_method_types: ['card'],
    confirm: true,
  })
  expect(setup.status).toBe('requires_action')
  await answer(setup.id, 'complete')
  const done = await stripe.setupIntents.retrieve(setup.id)
  expect(done.status).toBe('succeeded')
  const held = await stripe.paymentIntents.create({
    ...hold,
    customer: customer.id,
    payment_method: done.payment_method as string,
    off_session: true,
  })
  expect(held.status).toBe('requires_capture')
})

test('a payment that must not require action is declined instead', async () => {
  const refusal = await refusalOf(
    stripe.paymentIntents.create({
      ...hold,
      payment_method: 'pm_card_authenticationRequired',
      error_on_requires_action: true,
    }),
  )
  expect(refusal).toMatchObject({
    code: 'authentication_required',
    decline_code: 'authentication_not_handled',
  })
})

test('a cross-site request cannot complete a challenge', async () => {
  const waiting = await stripe.paymentIntents.create({
    ...hold,
    payment_method: 'pm_card_authenticationRequired',
  })
  const foreign = await fetch(world.url(`/sandbox/payments/${waiting.id}/challenge`), {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: 'http://elsewhere.example' },
    body: JSON.stringify({ outcome: 'complete' }),
  })
  expect(foreign.status).toBe(403)
  const guessed = await world.post(`/sandbox/payments/${waiting.id}/challenge`, {
    outcome: 'complete',
    client_secret: 'guessed',
  })
  expect(guessed.status).toBe(400)
  expect((await stripe.paymentIntents.retrieve(waiting.id)).status).toBe('requires_action')
})
