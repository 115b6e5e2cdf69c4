import type { Stripe } from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hold, openSandbox, refusalOf } from './open-sandbox.ts'
import type { OpenSandbox } from './open-sandbox.ts'

let world: OpenSandbox
let stripe: Stripe

beforeAll(async () => {
  world = await openSandbox()
  stripe = world.stripe
})
afterAll(() => world.close())

async function place(changes: object = {}): Promise<Stripe.PaymentIntent> {
  return stripe.paymentIntents.create({ ...hold, payment_method: 'pm_card_visa', ...changes })
}

/** Places a hold that requires 3-D Secure, for a customer whose card is saved. */
async function placeWithChallenge(): Promise<{ customer: string; id: string; paymentMethod: string }> {
  const customer = (await stripe.customers.create()).id
  const waiting = await place({
    customer,
    payment_method: 'pm_card_authenticationRequiredOnSetup',
    setup_future_usage: 'off_session',
  })
  expect(waiting.status).toBe('requires_action')
  return { customer, id: waiting.id, paymentMethod: waiting.payment_method as string }
}

function answer(id: string, outcome: 'complete' | 'fail'): Promise<Response> {
  return world.post(`/sandbox/payments/${id}/challenge`, { outcome })
}

describe('a released hold', () => {
  test('cannot be captured, confirmed or released again, and every refusal contains its state', async () => {
    const held = await place()
    await stripe.paymentIntents.cancel(held.id)
    const refusals = await Promise.all([
      refusalOf(stripe.paymentIntents.capture(held.id)),
      refusalOf(stripe.paymentIntents.confirm(held.id)),
      refusalOf(stripe.paymentIntents.cancel(held.id)),
    ])
    for (const refusal of refusals) {
      expect(refusal).toMatchObject({
        type: 'StripeInvalidRequestError',
        statusCode: 400,
        code: 'payment_intent_unexpected_state',
        payment_intent: { id: held.id, status: 'canceled' },
      })
    }
    expect(refusals[0]?.message).toContain('has a status of canceled')
    const released = await stripe.refunds.list({ payment_intent: held.id })
    expect(released.data).toMatchObject([{ amount: 49_900, reason: null, status: 'succeeded' }])
    const noRefund = await refusalOf(stripe.refunds.create({ payment_intent: held.id }))
    expect(noRefund.message).toContain('does not have a successful charge to refund')
  })

  test('with an open challenge accepts no challenge result afterwards', async () => {
    const { id } = await placeWithChallenge()
    await stripe.paymentIntents.cancel(id)
    expect((await answer(id, 'complete')).status).toBe(400)
    expect(await stripe.paymentIntents.retrieve(id)).toMatchObject({
      status: 'canceled',
      latest_charge: null,
    })
  })
})

describe('a captured hold', () => {
  test('cannot be released, only refunded', async () => {
    const held = await place()
    await stripe.paymentIntents.capture(held.id)
    expect(await refusalOf(stripe.paymentIntents.cancel(held.id))).toMatchObject({
      statusCode: 400,
      code: 'payment_intent_unexpected_state',
      payment_intent: { status: 'succeeded' },
    })
  })

  test('is refunded in full once, and not a second time', async () => {
    const held = await place()
    await stripe.paymentIntents.capture(held.id)
    expect(await stripe.refunds.create({ payment_intent: held.id })).toMatchObject({
      amount: 49_900,
      status: 'succeeded',
      payment_intent: held.id,
    })
    const again = await refusalOf(stripe.refunds.create({ payment_intent: held.id }))
    expect(again).toMatchObject({ statusCode: 400, code: 'charge_already_refunded' })
    const after = await stripe.paymentIntents.retrieve(held.id, { expand: ['latest_charge.refunds'] })
    // Stripe does not change the payment intent; the refunds are on its charge.
    expect(after).toMatchObject({ status: 'succeeded', amount_received: 49_900 })
    expect(after.latest_charge).toMatchObject({ refunded: true, amount_refunded: 49_900 })
  })

  test('in part adds up to the cent after captures and refunds', async () => {
    const held = await place()
    await stripe.paymentIntents.capture(held.id, { amount_to_capture: 30_001 })
    await stripe.refunds.create({ payment_intent: held.id, amount: 1 })
    await stripe.refunds.create({ payment_intent: held.id, amount: 10_000 })
    const after = await stripe.paymentIntents.retrieve(held.id, { expand: ['latest_charge'] })
    const { amount, amount_captured, amount_refunded } = after.latest_charge as Stripe.Charge
    expect([amount, amount_captured, after.amount_received]).toEqual([49_900, 30_001, 30_001])
    expect(amount - amount_refunded).toBe(20_000)
    // The uncaptured part is among the refunds too.
    const { data } = await stripe.refunds.list({ payment_intent: held.id })
    expect(data.map((refund) => refund.amount)).toEqual([10_000, 1, 19_899])
    const rest = await refusalOf(stripe.refunds.create({ payment_intent: held.id, amount: 20_001 }))
    expect(rest.message).toContain('unrefunded amount on charge ($200.00)')
  })
})

describe('eight concurrent requests with different keys', () => {
  test('make one capture', async () => {
    const held = await place()
    const tries = await Promise.allSettled(
      Array.from({ length: 8 }, () => stripe.paymentIntents.capture(held.id)),
    )
    expect(tries.filter((one) => one.status === 'fulfilled')).toHaveLength(1)
    const charges = await stripe.charges.list({ payment_intent: held.id })
    expect(charges.data).toMatchObject([{ amount_captured: 49_900 }])
  })

  test('make one refund', async () => {
    const held = await place()
    await stripe.paymentIntents.capture(held.id)
    const tries = await Promise.allSettled(
      Array.from({ length: 8 }, () => stripe.refunds.create({ payment_intent: held.id })),
    )
    expect(tries.filter((one) => one.status === 'fulfilled')).toHaveLength(1)
  })
})

describe('3-D Secure', () => {
  test('that failed has a reason, and another card or the same one can retry', async () => {
    const { id, customer, paymentMethod } = await placeWithChallenge()
    await answer(id, 'fail')
    const failed = await stripe.paymentIntents.retrieve(id)
    expect(failed).toMatchObject({
      status: 'requires_payment_method',
      payment_method: null,
      next_action: null,
      latest_charge: null,
      last_payment_error: {
        code: 'payment_intent_authentication_failure',
        type: 'invalid_request_error',
        payment_method: { id: paymentMethod },
      },
    })
    // The payment was never authorized, so the card was not saved.
    expect((await stripe.customers.listPaymentMethods(customer)).data).toEqual([])
    await stripe.paymentIntents.confirm(id, { payment_method: paymentMethod })
    await answer(id, 'complete')
    expect(await stripe.paymentIntents.retrieve(id)).toMatchObject({
      status: 'requires_capture',
      payment_method: paymentMethod,
      last_payment_error: null,
    })
  })

  test('that succeeded saves the card for a later off-session charge', async () => {
    const { id, customer, paymentMethod } = await placeWithChallenge()
    await answer(id, 'complete')
    const saved = await stripe.paymentMethods.retrieve(paymentMethod)
    expect(saved.customer).toBe(customer)
    const later = await place({ customer, payment_method: paymentMethod, off_session: true })
    expect(later.status).toBe('requires_capture')
  })
})

describe('an idempotency key', () => {
  test('replays the refusal of a capture, refund and off-session payment', async () => {
    const customer = (await stripe.customers.create()).id
    const method = await stripe.paymentMethods.attach('pm_card_authenticationRequired', { customer })
    const canceled = await place()
    await stripe.paymentIntents.cancel(canceled.id)
    const calls: [key: string, call: (key: string) => Promise<unknown>, status: number][] = [
      [
        'capture',
        (idempotencyKey) => stripe.paymentIntents.capture(canceled.id, {}, { idempotencyKey }),
        400,
      ],
      [
        'refund',
        (idempotencyKey) => stripe.refunds.create({ payment_intent: canceled.id }, { idempotencyKey }),
        400,
      ],
      [
        'renewal',
        (idempotencyKey) =>
          stripe.paymentIntents.create(
            { ...hold, customer, payment_method: method.id, off_session: true },
            { idempotencyKey },
          ),
        402,
      ],
    ]
    for (const [key, call, status] of calls) {
      const [first, second] = [await refusalOf(call(key)), await refusalOf(call(key))]
      expect([first.statusCode, second.statusCode]).toEqual([status, status])
      expect(second.headers?.['idempotent-replayed']).toBe('true')
      expect([second.code, second.message]).toEqual([first.code, first.message])
      expect(second.payment_intent?.id).toBe(first.payment_intent?.id)
    }
    // A declined renewal is one payment with one failed charge, however often it is retried.
    expect((await stripe.paymentIntents.list({ customer })).data).toHaveLength(1)
  })

  test('replays a hold in its original state, not in its present one', async () => {
    const first = await stripe.paymentIntents.create(
      { ...hold, payment_method: 'pm_card_visa' },
      { idempotencyKey: 'placed' },
    )
    await stripe.paymentIntents.capture(first.id)
    const again = await stripe.paymentIntents.create(
      { ...hold, payment_method: 'pm_card_visa' },
      { idempotencyKey: 'placed' },
    )
    expect(again).toMatchObject({ id: first.id, status: 'requires_capture' })
    expect((await stripe.paymentIntents.retrieve(first.id)).status).toBe('succeeded')
  })
})
