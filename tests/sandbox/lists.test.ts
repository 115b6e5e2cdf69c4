import type { Stripe } from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hold, listen, openSandbox, refusalOf } from './open-sandbox.ts'
import type { Listener, OpenSandbox } from './open-sandbox.ts'

let product: Listener
let world: OpenSandbox
let stripe: Stripe
let customer: string
/** Payment intents, oldest first, one a day; every second one belongs to `customer`. */
const made: Stripe.PaymentIntent[] = []

beforeAll(async () => {
  product = await listen()
  world = await openSandbox(product.url)
  stripe = world.stripe
  customer = (await stripe.customers.create()).id
  for (let day = 0; day < 6; day += 1) {
    const owner = day % 2 === 0 ? { customer } : {}
    made.push(await stripe.paymentIntents.create({ ...hold, ...owner, payment_method: 'pm_card_visa' }))
    await world.advance(86_400)
  }
})
afterAll(async () => {
  await world.close()
  await product.close()
})

async function idsOf(parameters: Stripe.PaymentIntentListParams): Promise<string[]> {
  const page = await stripe.paymentIntents.list(parameters)
  return page.data.map((intent) => intent.id)
}

function newest(...places: number[]): string[] {
  return places.toReversed().map((place) => made[place]?.id ?? '')
}

describe('payment intents', () => {
  test('are found by creation time, with inclusive and exclusive bounds', async () => {
    const [second = 0, fourth = 0] = [made[1]?.created, made[3]?.created]
    expect(await idsOf({ created: { gte: second, lte: fourth } })).toEqual(newest(1, 2, 3))
    expect(await idsOf({ created: { gt: second, lt: fourth } })).toEqual(newest(2))
    expect(await idsOf({ created: { gt: second } })).toEqual(newest(2, 3, 4, 5))
    expect(await idsOf({ created: { lt: fourth } })).toEqual(newest(0, 1, 2))
    expect(await idsOf({ created: second })).toEqual(newest(1))
    expect(await idsOf({ created: { gt: fourth, lt: second } })).toEqual([])
  })

  test('are found by customer and time together, with their charges', async () => {
    const page = await stripe.paymentIntents.list({
      customer,
      created: { gte: made[1]?.created ?? 0 },
      expand: ['data.latest_charge'],
    })
    expect(page.data.map((intent) => intent.id)).toEqual(newest(2, 4))
    expect(page.data[0]?.latest_charge).toMatchObject({ object: 'charge', paid: true, captured: false })
    expect(await idsOf({ customer: 'cus_nobody' })).toEqual([])
  })

  test('are paged in both directions within a time range', async () => {
    const created = { gte: made[1]?.created ?? 0 }
    const first = await stripe.paymentIntents.list({ created, limit: 2 })
    expect(first).toMatchObject({ has_more: true, data: [{ id: made[5]?.id }, { id: made[4]?.id }] })
    const [, last = ''] = first.data.map((intent) => intent.id)
    expect(await idsOf({ created, limit: 2, starting_after: last })).toEqual(newest(2, 3))
    const end = await stripe.paymentIntents.list({ created, limit: 2, starting_after: made[2]?.id ?? '' })
    expect(end).toMatchObject({ has_more: false, data: [{ id: made[1]?.id }] })
    const back = await stripe.paymentIntents.list({ limit: 2, ending_before: made[1]?.id ?? '' })
    expect(back).toMatchObject({ has_more: true, data: [{ id: made[3]?.id }, { id: made[2]?.id }] })
    const walked: string[] = []
    for await (const intent of stripe.paymentIntents.list({ created, limit: 2 })) walked.push(intent.id)
    expect(walked).toEqual(newest(1, 2, 3, 4, 5))
  })

  test('are not listed with invalid parameters', async () => {
    const unknown = await refusalOf(stripe.paymentIntents.list({ starting_after: 'pi_unknown' }))
    expect(unknown).toMatchObject({ code: 'resource_missing', param: 'starting_after' })
    expect((await refusalOf(stripe.paymentIntents.list({ limit: 101 }))).param).toBe('limit')
    const since = { created: { since: 5 } } as unknown as Stripe.PaymentIntentListParams
    expect((await refusalOf(stripe.paymentIntents.list(since))).code).toBe('parameter_unknown')
  })
})

test('the charges and refunds of one payment are found, and the customer of a later update too', async () => {
  const [first, second] = made
  await stripe.paymentIntents.capture(first?.id ?? '')
  const refund = await stripe.refunds.create({ payment_intent: first?.id ?? '', amount: 900 })
  expect((await stripe.charges.list({ payment_intent: first?.id ?? '' })).data.map((one) => one.id)).toEqual([
    first?.latest_charge,
  ])
  expect((await stripe.refunds.list({ payment_intent: first?.id ?? '' })).data).toMatchObject([
    { id: refund.id, amount: 900 },
  ])
  expect((await stripe.refunds.list({ payment_intent: second?.id ?? '' })).data).toEqual([])
  const open = await stripe.paymentIntents.create({ amount: 5000, currency: 'usd' })
  await stripe.paymentIntents.update(open.id, { customer })
  expect(await idsOf({ customer })).toEqual([open.id, ...newest(0, 2, 4)])
})

test('a payment that another card confirmed shows each of its charges, newest first', async () => {
  const refused = await refusalOf(
    stripe.paymentIntents.create({ ...hold, payment_method: 'pm_card_chargeDeclined' }),
  )
  const id = refused.payment_intent?.id ?? ''
  await stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' })
  const charges = await stripe.charges.list({ payment_intent: id })
  expect(charges.data.map((charge) => charge.status)).toEqual(['succeeded', 'failed'])
})

test('events are found by type, group, time and delivery status', async () => {
  const types = async (parameters: Stripe.EventListParams): Promise<Set<string>> =>
    new Set((await stripe.events.list({ limit: 100, ...parameters })).data.map((event) => event.type))
  expect(await types({ type: 'charge.succeeded' })).toEqual(new Set(['charge.succeeded']))
  expect(await types({ types: ['charge.succeeded', 'payment_intent.created'] })).toEqual(
    new Set(['charge.succeeded', 'payment_intent.created']),
  )
  for (const type of await types({ type: 'payment_intent.*' })) expect(type).toMatch(/^payment_intent\./)
  const early = await stripe.events.list({
    type: 'payment_intent.created',
    created: { lte: made[1]?.created ?? 0 },
  })
  expect(early.data.map((event) => (event.data.object as Stripe.PaymentIntent).id)).toEqual(newest(0, 1))
  await expect.poll(() => types({ delivery_success: false })).toEqual(new Set())
  await world.post('/sandbox/webhooks', { paused: true })
  await stripe.customers.create()
  expect(await types({ delivery_success: false })).toEqual(new Set(['customer.created']))
  expect((await types({ delivery_success: true })).has('charge.succeeded')).toBe(true)
  await world.post('/sandbox/webhooks', { paused: false })
  const both = stripe.events.list({ type: 'charge.succeeded', types: ['charge.failed'] })
  expect((await refusalOf(both)).statusCode).toBe(400)
})

test('lists are the same after a restart', async () => {
  const before = await idsOf({ limit: 100 })
  const ofCustomer = await idsOf({ customer })
  await world.restart()
  expect(await idsOf({ limit: 100 })).toEqual(before)
  expect(await idsOf({ customer })).toEqual(ofCustomer)
})
