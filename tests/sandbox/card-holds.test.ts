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

function captureBefore(intent: Stripe.PaymentIntent): number {
  const charge = intent.latest_charge as Stripe.Charge
  return charge.payment_method_details?.card?.capture_before ?? 0
}

describe('a hold', () => {
  test('is captured only once', async () => {
    const held = await stripe.paymentIntents.create({
      ...hold,
      payment_method: 'pm_card_visa',
      expand: ['latest_charge'],
    })
    expect(held).toMatchObject({ status: 'requires_capture', amount_capturable: 49_900, amount_received: 0 })
    expect(captureBefore(held) - held.created).toBe(7 * 86_400)
    const captured = await stripe.paymentIntents.capture(held.id)
    expect(captured).toMatchObject({ status: 'succeeded', amount_capturable: 0, amount_received: 49_900 })
    const again = await refusalOf(stripe.paymentIntents.capture(held.id))
    expect(again).toMatchObject({ statusCode: 400, code: 'payment_intent_unexpected_state' })
    expect(again.message).toBe(
      'This PaymentIntent could not be captured because it has already been captured.',
    )
  })

  test('is captured in part, and the rest is released', async () => {
    const held = await stripe.paymentIntents.create({ ...hold, payment_method: 'pm_card_mastercard' })
    const tooMuch = await refusalOf(stripe.paymentIntents.capture(held.id, { amount_to_capture: 49_901 }))
    expect(tooMuch).toMatchObject({ statusCode: 400, code: 'amount_too_large' })
    const captured = await stripe.paymentIntents.capture(held.id, {
      amount_to_capture: 30_000,
      expand: ['latest_charge'],
    })
    expect(captured).toMatchObject({ status: 'succeeded', amount_received: 30_000 })
    expect(captured.latest_charge).toMatchObject({ amount_captured: 30_000, captured: true, refunded: false })
  })

  test('is canceled and cannot be captured afterwards', async () => {
    const held = await stripe.paymentIntents.create({ ...hold, payment_method: 'pm_card_amex' })
    const canceled = await stripe.paymentIntents.cancel(held.id, {
      cancellation_reason: 'requested_by_customer',
    })
    expect(canceled).toMatchObject({
      status: 'canceled',
      amount_capturable: 0,
      cancellation_reason: 'requested_by_customer',
    })
    expect(await refusalOf(stripe.paymentIntents.capture(held.id))).toMatchObject({
      statusCode: 400,
      code: 'payment_intent_unexpected_state',
    })
  })

  test('of a Visa without the customer present lasts four days and eighteen hours', async () => {
    const customer = await stripe.customers.create({ email: 'off@example.com' })
    const method = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id })
    const held = await stripe.paymentIntents.create({
      ...hold,
      customer: customer.id,
      payment_method: method.id,
      off_session: true,
      expand: ['latest_charge'],
    })
    expect(captureBefore(held) - held.created).toBe((4 * 24 + 18) * 3600)
  })
})

describe('a declined card', () => {
  const declines: [paymentMethod: string, code: string, declineCode: string, sentence: string][] = [
    ['pm_card_chargeDeclined', 'card_declined', 'generic_decline', 'Your card was declined.'],
    [
      'pm_card_chargeDeclinedInsufficientFunds',
      'card_declined',
      'insufficient_funds',
      'Your card has insufficient funds.',
    ],
    ['pm_card_visa_chargeDeclinedLostCard', 'card_declined', 'lost_card', 'Your card was declined.'],
    ['pm_card_visa_chargeDeclinedStolenCard', 'card_declined', 'stolen_card', 'Your card was declined.'],
    ['pm_card_chargeDeclinedExpiredCard', 'expired_card', 'expired_card', 'Your card has expired.'],
    [
      'pm_card_chargeDeclinedIncorrectCvc',
      'incorrect_cvc',
      'incorrect_cvc',
      "Your card's security code is incorrect.",
    ],
    [
      'pm_card_chargeDeclinedProcessingError',
      'processing_error',
      'processing_error',
      'An error occurred while processing your card. Try again in a little bit.',
    ],
    [
      'pm_card_visa_chargeDeclinedVelocityLimitExceeded',
      'card_declined',
      'card_velocity_exceeded',
      'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.',
    ],
  ]
  test.each(declines)('%s answers %s / %s', async (paymentMethod, code, declineCode, sentence) => {
    const refusal = await refusalOf(stripe.paymentIntents.create({ ...hold, payment_method: paymentMethod }))
    expect(refusal).toMatchObject({
      type: 'StripeCardError',
      statusCode: 402,
      code,
      decline_code: declineCode,
      message: sentence,
    })
    const intent = await stripe.paymentIntents.retrieve(refusal.payment_intent?.id ?? '')
    expect(intent).toMatchObject({
      status: 'requires_payment_method',
      payment_method: null,
      last_payment_error: { code, message: sentence },
    })
  })

  test('leaves a payment that another card can confirm', async () => {
    const refusal = await refusalOf(
      stripe.paymentIntents.create({ ...hold, payment_method: 'pm_card_chargeDeclined' }),
    )
    const id = refusal.payment_intent?.id ?? ''
    const confirmed = await stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' })
    expect(confirmed).toMatchObject({ status: 'requires_capture', last_payment_error: null })
  })

  test('cannot be saved, except the one that is declined only when charged', async () => {
    const customer = await stripe.customers.create()
    const declined = stripe.paymentMethods.attach('pm_card_chargeDeclined', { customer: customer.id })
    expect((await refusalOf(declined)).statusCode).toBe(402)
    const saved = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer: customer.id })
    const charge = stripe.paymentIntents.create({ ...hold, customer: customer.id, payment_method: saved.id })
    expect((await refusalOf(charge)).code).toBe('card_declined')
  })
})

describe('a card number', () => {
  const typed = (number: string, year = 2034) => ({
    type: 'card' as const,
    card: { number, exp_month: 12, exp_year: year, cvc: '123' },
  })

  test('becomes a payment method in a browser, and is shown by its last four only', async () => {
    const method = await world.browser.paymentMethods.create(typed('4242 4242 4242 4242'))
    expect(method.card).toMatchObject({ brand: 'visa', last4: '4242', exp_year: 2034 })
    const payments = await fetch(world.url('/sandbox/payments.json'))
    expect(await payments.text()).not.toContain('4242424242424242')
  })

  test('is refused from a server', async () => {
    const refusal = await refusalOf(stripe.paymentMethods.create(typed('4242424242424242')))
    expect(refusal.statusCode).toBe(400)
  })

  test('that is mistyped, past its date or not a test card is refused', async () => {
    const create = (number: string, year?: number) =>
      refusalOf(world.browser.paymentMethods.create(typed(number, year)))
    expect((await create('4242424242424241')).code).toBe('incorrect_number')
    expect((await create('4242424242424242', 2020)).code).toBe('invalid_expiry_year')
    expect((await create('4539578763621486')).decline_code).toBe('test_mode_live_card')
  })
})

describe('a saved card', () => {
  test('is saved by a hold that requests it and can be charged later', async () => {
    const customer = await stripe.customers.create({ email: 'kept@example.com' })
    const held = await stripe.paymentIntents.create({
      ...hold,
      customer: customer.id,
      payment_method: 'pm_card_visa',
      setup_future_usage: 'off_session',
      expand: ['payment_method'],
    })
    const method = held.payment_method as Stripe.PaymentMethod
    expect(method.customer).toBe(customer.id)
    const listed = await stripe.customers.listPaymentMethods(customer.id)
    expect(listed.data.map((one) => one.id)).toEqual([method.id])
    const later = await stripe.paymentIntents.create({
      ...hold,
      customer: customer.id,
      payment_method: method.id,
      off_session: true,
    })
    expect(later.status).toBe('requires_capture')
    expect((await stripe.customers.list({ email: 'kept@example.com' })).data).toHaveLength(1)
  })

  test('is valid for one payment only unless it is saved', async () => {
    const method = await world.browser.paymentMethods.create({
      type: 'card',
      card: { number: '4242424242424242', exp_month: 1, exp_year: 2035, cvc: '123' },
    })
    await stripe.paymentIntents.create({ ...hold, payment_method: method.id })
    const again = await refusalOf(stripe.paymentIntents.create({ ...hold, payment_method: method.id }))
    expect(again.message).toContain('It may not be used again')
  })
})

describe('a refund', () => {
  test('never exceeds the captured amount', async () => {
    const held = await stripe.paymentIntents.create({ ...hold, payment_method: 'pm_card_visa' })
    const early = await refusalOf(stripe.refunds.create({ payment_intent: held.id }))
    expect(early.message).toContain('does not have a successful charge to refund')
    await stripe.paymentIntents.capture(held.id, { amount_to_capture: 40_000 })
    const tooMuch = await refusalOf(stripe.refunds.create({ payment_intent: held.id, amount: 40_001 }))
    expect(tooMuch.message).toBe(
      'Refund amount ($400.01) is greater than unrefunded amount on charge ($400.00)',
    )
    await stripe.refunds.create({ payment_intent: held.id, amount: 15_000 })
    const rest = await stripe.refunds.create({ payment_intent: held.id })
    expect(rest).toMatchObject({ amount: 25_000, status: 'succeeded' })
    expect((await refusalOf(stripe.refunds.create({ payment_intent: held.id }))).code).toBe(
      'charge_already_refunded',
    )
    const refunds = await stripe.refunds.list({ payment_intent: held.id })
    // The first refund is the uncaptured part of the hold.
    expect(refunds.data.map((refund) => refund.amount)).toEqual([25_000, 15_000, 9900])
  })
})

describe('the API', () => {
  test('pages lists from the newest', async () => {
    const customer = await stripe.customers.create()
    const made: string[] = []
    for (let count = 0; count < 5; count += 1) {
      const intent = await stripe.paymentIntents.create({
        amount: 5000,
        currency: 'usd',
        customer: customer.id,
      })
      made.unshift(intent.id)
    }
    const seen: string[] = []
    for await (const intent of stripe.paymentIntents.list({ customer: customer.id, limit: 2 }))
      seen.push(intent.id)
    expect(seen).toEqual(made)
  })

  test('requires a key, and the secret key for server-only endpoints', async () => {
    expect((await fetch(world.url('/v1/customers'))).status).toBe(401)
    expect((await refusalOf(world.browser.customers.create())).statusCode).toBe(401)
    const basic = `Basic ${Buffer.from('sk_test_basic:').toString('base64')}`
    const listed = await fetch(world.url('/v1/customers'), { headers: { authorization: basic } })
    expect(listed.status).toBe(200)
  })

  test('shows a browser only the payment whose secret it holds, without the customer', async () => {
    const customer = await stripe.customers.create()
    const intent = await stripe.paymentIntents.create({
      amount: 5000,
      currency: 'usd',
      customer: customer.id,
    })
    const shown = await world.browser.paymentIntents.retrieve(intent.id, {
      client_secret: intent.client_secret ?? '',
    })
    expect(shown).not.toHaveProperty('customer')
    const guessed = world.browser.paymentIntents.retrieve(intent.id, {
      client_secret: `${intent.id}_secret_x`,
    })
    expect((await refusalOf(guessed)).statusCode).toBe(400)
  })

  test('refuses unknown resources and parameters', async () => {
    expect((await refusalOf(stripe.paymentIntents.retrieve('pi_unknown'))).code).toBe('resource_missing')
    const odd = { amount: 5000, currency: 'usd', surprise: 'yes' }
    expect((await refusalOf(stripe.paymentIntents.create(odd))).code).toBe('parameter_unknown')
    expect((await refusalOf(stripe.paymentIntents.create({ amount: 10, currency: 'usd' }))).code).toBe(
      'amount_too_small',
    )
  })
})
