import type { Stripe } from 'stripe'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { hold, listen, openSandbox, refusalOf } from './open-sandbox.ts'
import type { Listener, OpenSandbox } from './open-sandbox.ts'

const hour = 3600
const day = 24 * hour
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

type Saved = { customer: string; paymentMethod: string; hold: Stripe.PaymentIntent }

/** Places a hold with the customer present and saves the card. */
async function saveCard(card = 'pm_card_visa'): Promise<Saved> {
  const customer = (await stripe.customers.create()).id
  const held = await stripe.paymentIntents.create({
    ...hold,
    customer,
    payment_method: card,
    setup_future_usage: 'off_session',
    expand: ['latest_charge'],
  })
  return { customer, paymentMethod: held.payment_method as string, hold: held }
}

/** An off-session charge by the shop. */
function charge(
  { customer, paymentMethod }: Saved,
  changes: Stripe.PaymentIntentCreateParams | object = {},
): Promise<Stripe.PaymentIntent> {
  return stripe.paymentIntents.create({
    ...hold,
    customer,
    payment_method: paymentMethod,
    off_session: true,
    expand: ['latest_charge'],
    ...changes,
  })
}

function window(intent: Stripe.PaymentIntent): number {
  // The charge is made by the confirmation, which may come a second after the payment itself.
  const { created, payment_method_details: details } = intent.latest_charge as Stripe.Charge
  return (details?.card?.capture_before ?? 0) - created
}

async function set(order: object): Promise<{ changed: number; [more: string]: unknown }> {
  const answer = await world.post('/sandbox/cards', order)
  expect(answer.status).toBe(200)
  return (await answer.json()) as { changed: number }
}

describe('a saved card', () => {
  test('fails from a given day on, and can work again', async () => {
    const [mine, other] = [await saveCard(), await saveCard()]
    expect((await charge(mine)).status).toBe('requires_capture')
    expect((await set({ behaviour: 'decline_insufficient_funds', customer: mine.customer })).changed).toBe(1)
    expect(await refusalOf(charge(mine))).toMatchObject({
      statusCode: 402,
      decline_code: 'insufficient_funds',
    })
    expect((await charge(other)).status).toBe('requires_capture')
    // The earlier hold is still valid.
    expect((await stripe.paymentIntents.capture(mine.hold.id)).status).toBe('succeeded')
    await set({ behaviour: 'approve', paymentMethod: mine.paymentMethod })
    expect((await charge(mine)).status).toBe('requires_capture')
  })

  test('fails with all others, except cards that are saved afterwards', async () => {
    const [mine, other] = [await saveCard(), await saveCard('pm_card_mastercard')]
    expect(await set({ behaviour: 'decline_lost_card' })).toMatchObject({
      changed: 2,
      saved: { decline_lost_card: 2 },
    })
    await world.restart()
    expect((await refusalOf(charge(mine))).decline_code).toBe('lost_card')
    expect((await refusalOf(charge(other))).decline_code).toBe('lost_card')
    expect((await charge(await saveCard())).status).toBe('requires_capture')
  })

  test('that requires authentication is declined off session, and the same payment continues on session', async () => {
    const saved = await saveCard()
    await set({ behaviour: 'authenticate_always', customer: saved.customer })
    const refusal = await refusalOf(charge(saved))
    expect(refusal).toMatchObject({
      statusCode: 402,
      code: 'authentication_required',
      payment_intent: { status: 'requires_payment_method', payment_method: null },
      payment_method: { id: saved.paymentMethod },
    })
    const id = refusal.payment_intent?.id ?? ''
    const asked = await stripe.paymentIntents.confirm(id, { payment_method: saved.paymentMethod })
    expect(asked.status).toBe('requires_action')
    await world.post(`/sandbox/payments/${id}/challenge`, { outcome: 'complete' })
    const done = await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] })
    expect(done).toMatchObject({
      status: 'requires_capture',
      payment_method: saved.paymentMethod,
      last_payment_error: null,
    })
    // The authorization begins with the confirmation, which may come a second after the payment was made.
    expect(window(done) - 7 * day).toBeOneOf([0, 1])
  })

  test('can be charged directly, without a hold', async () => {
    const saved = await saveCard('pm_card_mastercard')
    const paid = await charge(saved, { capture_method: 'automatic' })
    expect(paid).toMatchObject({ status: 'succeeded', amount_received: 49_900, amount_capturable: 0 })
    expect(paid.latest_charge).toMatchObject({ captured: true, amount_captured: 49_900 })
    expect(paid.latest_charge).not.toHaveProperty('payment_method_details.card.capture_before')
    expect(product.events.map((event) => event.type)).not.toContain('charge.captured')
    await set({ behaviour: 'decline_generic' })
    const refusal = await refusalOf(charge(saved, { capture_method: 'automatic' }))
    expect(refusal).toMatchObject({ statusCode: 402, decline_code: 'generic_decline' })
  })
})

describe('the windows of holds', () => {
  test('are seven days, and four days and eighteen hours for an off-session Visa', async () => {
    const [visa, other] = [await saveCard(), await saveCard('pm_card_mastercard')]
    expect([window(visa.hold), window(other.hold)]).toEqual([7 * day, 7 * day])
    expect([window(await charge(visa)), window(await charge(other))]).toEqual([4 * day + 18 * hour, 7 * day])
  })

  test.each([4 * day + 18 * hour, 5 * day, 7 * day, 28 * day, 30 * day])(
    'can be exactly %i seconds',
    async (seconds) => {
      await set({ windowSeconds: { onSession: seconds, offSession: seconds } })
      const saved = await saveCard()
      expect(window(saved.hold)).toBe(seconds)
      expect(window(await charge(saved))).toBe(seconds)
      await world.advance(seconds - 30)
      expect((await stripe.paymentIntents.retrieve(saved.hold.id)).status).toBe('requires_capture')
      await world.advance(30)
      expect(await stripe.paymentIntents.retrieve(saved.hold.id)).toMatchObject({
        status: 'canceled',
        cancellation_reason: 'automatic',
      })
    },
  )

  test('can be set for one card and reset to the brand’s', async () => {
    const [mine, other] = [await saveCard(), await saveCard()]
    await set({ windowSeconds: { offSession: 28 * day }, paymentMethod: mine.paymentMethod })
    expect([window(await charge(mine)), window(await charge(other))]).toEqual([28 * day, 4 * day + 18 * hour])
    await set({ windowSeconds: { onSession: 5 * day } })
    await world.restart()
    expect(window((await saveCard()).hold)).toBe(5 * day)
    expect(window(await charge(mine))).toBe(4 * day + 18 * hour)
    await set({ windowSeconds: null })
    expect(window((await saveCard()).hold)).toBe(7 * day)
  })

  test('end in the order of their expiry', async () => {
    const windows = [7, 1, 30, 2].map((days) => days * day)
    const holds: string[] = []
    for (const seconds of windows) {
      await set({ windowSeconds: { onSession: seconds } })
      holds.push((await saveCard()).hold.id)
    }
    const live = async (): Promise<number[]> => {
      const found = await Promise.all(holds.map((id) => stripe.paymentIntents.retrieve(id)))
      return windows.filter((_, place) => found[place]?.status === 'requires_capture')
    }
    await world.advance(day)
    expect(await live()).toEqual([7 * day, 30 * day, 2 * day])
    await world.restart()
    await world.advance(day)
    expect(await live()).toEqual([7 * day, 30 * day])
    await world.advance(5 * day)
    expect(await live()).toEqual([30 * day])
  })
})

test.each([
  {},
  { behaviour: 'sulk' },
  { behavior: 'approve' },
  { behaviour: 'approve', customer: 'cus_nobody' },
  { behaviour: 'approve', customer: 7 },
  { windowSeconds: 5 },
  { windowSeconds: {} },
  { windowSeconds: { onSession: 0 } },
  { windowSeconds: { onSession: 1.5 } },
  { windowSeconds: { forever: 5 } },
  { windowSeconds: { offSession: 91 * day } },
])('cards refuse the order %j', async (order) => {
  await saveCard()
  const before = await (await fetch(world.url('/sandbox/cards'))).json()
  const answer = await world.post('/sandbox/cards', order)
  expect(answer.status).toBe(400)
  expect(((await answer.json()) as { error: string }).error).toMatch(/^[A-Z a-z]/)
  expect(await (await fetch(world.url('/sandbox/cards'))).json()).toEqual(before)
})
