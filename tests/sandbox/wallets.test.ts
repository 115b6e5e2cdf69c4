import type { Stripe } from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hold, openSandbox, refusalOf } from './open-sandbox.ts'
import type { OpenSandbox } from './open-sandbox.ts'

let world: OpenSandbox

beforeAll(async () => {
  world = await openSandbox()
})
afterAll(() => world.close())

const card = { number: '4242424242424242', exp_month: 12, exp_year: 2034 }

function create(client: Stripe, wallet: string): Promise<Stripe.PaymentMethod> {
  const fields = { type: 'card', card: { ...card, wallet: { type: wallet } } }
  return client.paymentMethods.create(fields)
}

test('a card from a wallet names it, on the payment method and on each charge', async () => {
  const method = await create(world.browser, 'apple_pay')
  expect(method.card?.wallet).toMatchObject({ type: 'apple_pay', apple_pay: {}, dynamic_last4: '4242' })
  const customer = (await world.stripe.customers.create()).id
  const held = await world.stripe.paymentIntents.create({
    ...hold,
    customer,
    payment_method: method.id,
    setup_future_usage: 'off_session',
    expand: ['latest_charge'],
  })
  const charge = held.latest_charge as Stripe.Charge
  expect(charge.payment_method_details?.card?.wallet?.type).toBe('apple_pay')
  const again = await world.stripe.paymentIntents.create({
    ...hold,
    customer,
    payment_method: method.id,
    off_session: true,
    expand: ['latest_charge'],
  })
  expect((again.latest_charge as Stripe.Charge).payment_method_details?.card?.wallet?.type).toBe('apple_pay')
})

test('another wallet, and a number with the secret key, are refused', async () => {
  expect(await refusalOf(create(world.browser, 'samsung_pay'))).toMatchObject({
    type: 'StripeInvalidRequestError',
  })
  expect(await refusalOf(create(world.stripe, 'apple_pay'))).toMatchObject({
    type: 'StripeInvalidRequestError',
  })
})

test('the switch says which wallets browsers offer, refuses typos, and survives a restart', async () => {
  const read = async () =>
    (await fetch(world.url('/sandbox/wallets'), { headers: { connection: 'close' } })).json()
  expect(await read()).toEqual({ applePay: true, googlePay: true, mode: 'normal' })
  for (const wrong of [{}, { applePay: 'no' }, { googlePay: 1 }, { mode: 'odd' }, { paypal: true }])
    expect([wrong, (await world.post('/sandbox/wallets', wrong)).status]).toEqual([wrong, 400])
  await world.post('/sandbox/wallets', { applePay: false })
  await world.restart()
  expect(await read()).toEqual({ applePay: false, googlePay: true, mode: 'normal' })
  const frame = await (await fetch(world.url('/v3/frames/wallets'))).text()
  expect(frame).toMatch(/value="apple_pay" disabled hidden/)
  expect(frame).toMatch(/value="google_pay" disabled>/)
})
