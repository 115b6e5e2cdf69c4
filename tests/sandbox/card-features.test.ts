import type { Stripe } from 'stripe'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { hold, listen, openSandbox, refusalOf } from './open-sandbox.ts'
import type { Listener, OpenSandbox } from './open-sandbox.ts'

let product: Listener
let world: OpenSandbox
let stripe: Stripe

beforeAll(async () => {
  // The clock waits for the product.
  product = await listen()
  world = await openSandbox(product.url)
  stripe = world.stripe
})
afterAll(async () => {
  await world.close()
  await product.close()
})
afterEach(() =>
  setFeatures({ extended: 'by_card', incremental: 'by_card', overcapture: 'by_card', eligible: true }),
)

const day = 86_400
const asked = {
  payment_method_options: {
    card: {
      request_extended_authorization: 'if_available',
      request_incremental_authorization: 'if_available',
      request_overcapture: 'if_available',
    },
  },
} satisfies Partial<Stripe.PaymentIntentCreateParams>

async function setFeatures(switches: object): Promise<void> {
  expect((await world.post('/sandbox/features', switches)).status).toBe(200)
}

async function placeHold(
  paymentMethod: string,
  more: Partial<Stripe.PaymentIntentCreateParams> = asked,
): Promise<Stripe.PaymentIntent> {
  const params = { ...hold, payment_method: paymentMethod, expand: ['latest_charge'], ...more }
  return stripe.paymentIntents.create(params)
}

/** The features that the provider says it granted, and the hold's days. */
function grantsOf(intent: Stripe.PaymentIntent) {
  const card = (intent.latest_charge as Stripe.Charge).payment_method_details?.card
  return {
    days: ((card?.capture_before ?? 0) - intent.created) / day,
    extended: card?.extended_authorization?.status,
    incremental: card?.incremental_authorization?.status,
    overcapture: card?.overcapture,
  }
}

const ordinary = {
  days: 7,
  extended: 'disabled',
  incremental: 'unavailable',
  overcapture: { maximum_amount_capturable: 49_900, status: 'unavailable' },
}
const visaDays = 29.75

describe('the features of a hold', () => {
  test('are granted to cards that allow them, by the rules of their network', async () => {
    expect(grantsOf(await placeHold('pm_card_visa'))).toEqual(ordinary)
    expect(grantsOf(await placeHold('pm_card_visa_extended'))).toEqual({
      ...ordinary,
      days: visaDays,
      extended: 'enabled',
    })
    expect(grantsOf(await placeHold('pm_card_mastercard_extended'))).toMatchObject({
      days: 30,
      extended: 'enabled',
    })
    expect(grantsOf(await placeHold('pm_card_visa_allFeatures'))).toEqual({
      days: visaDays,
      extended: 'enabled',
      incremental: 'available',
      overcapture: { maximum_amount_capturable: 57_385, status: 'available' },
    })
  })

  test('are not granted to a payment that does not ask, or says never', async () => {
    expect(grantsOf(await placeHold('pm_card_visa_allFeatures', {}))).toEqual(ordinary)
    const never = { payment_method_options: { card: { request_extended_authorization: 'never' } } } as const
    expect(grantsOf(await placeHold('pm_card_visa_allFeatures', never))).toEqual(ordinary)
  })

  test('follow the switches', async () => {
    await setFeatures({ extended: 'none', incremental: 'all', overcapture: 'all' })
    expect(grantsOf(await placeHold('pm_card_visa_allFeatures'))).toMatchObject({
      days: 7,
      extended: 'disabled',
    })
    expect(grantsOf(await placeHold('pm_card_visa'))).toMatchObject({
      incremental: 'available',
      overcapture: { status: 'available' },
    })
    await setFeatures({ extended: 'all' })
    // No other network has an extended hold for this trade.
    expect(grantsOf(await placeHold('pm_card_discover'))).toEqual(ordinary)
    expect(grantsOf(await placeHold('pm_card_amex'))).toMatchObject({ days: 7, incremental: 'available' })
    const unknown = await world.post('/sandbox/features', { extended: 'some' })
    expect([unknown.status, await unknown.json()]).toEqual([
      400,
      { error: 'extended must be one of none, by_card, all' },
    ])
  })

  test('of a Visa need the customer', async () => {
    await setFeatures({ extended: 'all', overcapture: 'all' })
    const customer = await stripe.customers.create({})
    const holdOffSession = async (card: string) => {
      const { id } = await stripe.paymentMethods.attach(card, { customer: customer.id })
      return grantsOf(await placeHold(id, { ...asked, customer: customer.id, off_session: true }))
    }
    expect(await holdOffSession('pm_card_visa')).toMatchObject({
      days: 4.75,
      extended: 'disabled',
      overcapture: { status: 'unavailable' },
    })
    expect(await holdOffSession('pm_card_mastercard')).toMatchObject({ days: 30, extended: 'enabled' })
  })

  test('survive 3-D Secure', async () => {
    const waiting = await placeHold('pm_card_visa_allFeatures_threeDSecureRequired', {
      ...asked,
      confirmation_method: 'manual',
    })
    expect(waiting.status).toBe('requires_action')
    await world.post(`/sandbox/payments/${waiting.id}/challenge`, { outcome: 'complete' })
    const held = await stripe.paymentIntents.confirm(waiting.id, { expand: ['latest_charge'] })
    expect(grantsOf(held)).toMatchObject({ extended: 'enabled', incremental: 'available' })
  })

  test('are refused for an account that may not ask, and nothing is held', async () => {
    await setFeatures({ eligible: false })
    const customer = await stripe.customers.create({})
    expect(await refusalOf(placeHold('pm_card_visa', { ...asked, customer: customer.id }))).toMatchObject({
      statusCode: 400,
      type: 'StripeInvalidRequestError',
      code: 'payment_intent_invalid_parameter',
      message:
        'This account is not eligible for the requested card features. See ' +
        'https://stripe.com/docs/payments/flexible-payments for more details.',
    })
    expect((await stripe.paymentIntents.list({ customer: customer.id })).data).toEqual([])
    expect((await placeHold('pm_card_visa', {})).status).toBe('requires_capture')
  })

  test('end with the hold: an extended one lapses after 29 days and 18 hours', async () => {
    const held = await placeHold('pm_card_visa_extended')
    await world.advance(visaDays * day - 3600)
    expect((await stripe.paymentIntents.retrieve(held.id)).status).toBe('requires_capture')
    await world.advance(3600)
    expect(await stripe.paymentIntents.retrieve(held.id)).toMatchObject({
      status: 'canceled',
      cancellation_reason: 'automatic',
    })
  })
})

describe('an incremental authorization', () => {
  const raise = (id: string, amount: number, options: Stripe.RequestOptions = {}) =>
    stripe.paymentIntents.incrementAuthorization(id, { amount, expand: ['latest_charge'] }, options)

  test('raises the hold, and neither its end nor the rest of the payment changes', async () => {
    const held = await placeHold('pm_card_visa_allFeatures')
    const raised = await raise(held.id, 60_000)
    expect(raised).toMatchObject({ status: 'requires_capture', amount: 60_000, amount_capturable: 60_000 })
    expect(raised.latest_charge).toMatchObject({ amount: 60_000 })
    expect(grantsOf(raised)).toMatchObject({
      days: visaDays,
      overcapture: { maximum_amount_capturable: 69_000, status: 'available' },
    })
    expect(await stripe.paymentIntents.capture(held.id)).toMatchObject({ amount_received: 60_000 })
    expect(await refusalOf(raise(held.id, 70_000))).toMatchObject({
      statusCode: 400,
      code: 'payment_intent_unexpected_state',
    })
  })

  test('is the same one under its idempotency key', async () => {
    const held = await placeHold('pm_card_debit_incrementalAuthAuthorized')
    const first = await raise(held.id, 60_000, { idempotencyKey: 'increment-1' })
    const again = await raise(held.id, 60_000, { idempotencyKey: 'increment-1' })
    expect(again.amount).toBe(first.amount)
    expect(again.lastResponse.headers['idempotent-replayed']).toBe('true')
  })

  test('that the bank declines leaves the hold', async () => {
    const held = await placeHold('pm_card_credit_disableEnterpriseCardFeatures')
    expect(await refusalOf(raise(held.id, 60_000))).toMatchObject({ statusCode: 402, code: 'card_declined' })
    const after = await stripe.paymentIntents.retrieve(held.id, { expand: ['latest_charge'] })
    expect(after).toMatchObject({ status: 'requires_capture', amount: 49_900, last_payment_error: null })
    expect(grantsOf(after)).toEqual(grantsOf(held))
    expect(await stripe.paymentIntents.capture(held.id)).toMatchObject({ amount_received: 49_900 })
  })

  test('is refused at the same amount, above the limit of one step, and after ten attempts', async () => {
    const held = await placeHold('pm_card_debit_incrementalAuthAuthorized', { ...asked, amount: 1000 })
    expect(await refusalOf(raise(held.id, 1000))).toMatchObject({ statusCode: 400, param: 'amount' })
    expect(await refusalOf(raise(held.id, 51_001))).toMatchObject({ code: 'amount_too_large' })
    for (let attempt = 1; attempt <= 10; attempt++) await raise(held.id, 1000 + attempt)
    expect(await refusalOf(raise(held.id, 2000))).toMatchObject({ statusCode: 400 })
    expect((await stripe.paymentIntents.retrieve(held.id)).amount).toBe(1010)
  })

  test('counts declined attempts', async () => {
    const held = await placeHold('pm_card_credit_disableEnterpriseCardFeatures')
    for (let attempt = 1; attempt <= 10; attempt++)
      expect(await refusalOf(raise(held.id, 50_000))).toMatchObject({ code: 'card_declined' })
    expect(await refusalOf(raise(held.id, 50_000))).toMatchObject({ type: 'StripeInvalidRequestError' })
  })

  test('is refused for a payment that did not ask, or was not granted it', async () => {
    const unasked = await placeHold('pm_card_debit_incrementalAuthAuthorized', {})
    expect(await refusalOf(raise(unasked.id, 60_000))).toMatchObject({
      statusCode: 400,
      message: expect.stringContaining('because you did not request support') as string,
    })
    const refused = await placeHold('pm_card_visa')
    expect(await refusalOf(raise(refused.id, 60_000))).toMatchObject({ statusCode: 400 })
  })
})

describe('overcapture', () => {
  test('captures up to the maximum that the charge names, and no cent more', async () => {
    const held = await placeHold('pm_card_visa_overcapture')
    const capture = (cents: number) =>
      stripe.paymentIntents.capture(held.id, { amount_to_capture: cents, expand: ['latest_charge'] })
    expect(await refusalOf(capture(57_386))).toMatchObject({ code: 'amount_too_large' })
    const captured = await capture(57_385)
    expect(captured).toMatchObject({
      status: 'succeeded',
      amount: 57_385,
      amount_capturable: 0,
      amount_received: 57_385,
    })
    expect(captured.latest_charge).toMatchObject({
      amount_captured: 57_385,
      amount_refunded: 0,
      payment_method_details: { card: { amount_authorized: 49_900 } },
    })
    const refund = await stripe.refunds.create({ payment_intent: held.id })
    expect(refund.amount).toBe(57_385)
  })

  test('is refused where it is unavailable', async () => {
    const held = await placeHold('pm_card_visa_extended')
    expect(
      await refusalOf(stripe.paymentIntents.capture(held.id, { amount_to_capture: 49_901 })),
    ).toMatchObject({ code: 'amount_too_large' })
  })
})
