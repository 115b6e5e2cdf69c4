import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startMoneyWorld, type MoneyWorld } from '../support/money.ts'
import { listIntents, orderFor } from '../support/orders.ts'
import { personWith } from '../support/people.ts'

const asksTheBank = 'pm_card_authenticationRequired'
const [good, declined] = ['4242424242424242', '4000000000000002'] as const
const declinedAfterwards = 'pm_card_authenticationRequiredChargeDeclinedInsufficientFunds'

let world: MoneyWorld

beforeEach(async () => {
  world = await startMoneyWorld()
})
afterEach(() => world.stop())

async function order(paymentMethodId: string) {
  const wanted = orderFor(world, { date: `${world.day(-1)} 09:00`, paymentMethodId })
  const headers = { 'idempotency-key': 'one-order' }
  const sendAgain = () => world.customer.post('/api/appointments', wanted, headers)
  return { ...(await sendAgain()), sendAgain }
}

async function completeChallenge(id: string): Promise<void> {
  await world.challenge((await world.intentsOf(id))[0].id as string, 'complete')
}

async function bookConfirmed(): Promise<{ id: string }> {
  return { id: await world.bookConfirmed({ date: `${world.day(-1)} 09:00` }) }
}

/** Confirms a payment as a browser can: with the publishable key and the payment's client secret. */
async function confirmInBrowser(clientSecret: string, number: string) {
  const intentId = clientSecret.split('_secret_')[0] ?? ''
  const answer = await fetch(`${world.sandboxUrl}/v1/payment_intents/${intentId}/confirm`, {
    method: 'POST',
    headers: { authorization: 'Bearer pk_test_sandbox' },
    body: new URLSearchParams({
      client_secret: clientSecret,
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': number,
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': '2034',
      'payment_method_data[card][cvc]': '123',
    }),
  })
  const body = (await answer.json()) as { error?: { code: string; decline_code?: string } }
  return { status: answer.status, error: body.error }
}

/** The unfinished payment of each request that a person makes. */
const requests = {
  'a booking': async () => (await order(asksTheBank)).body.clientSecret as string,
  'a dearer package': async () => {
    const { id } = await bookConfirmed()
    return (await world.change(id, { productId: 2, amount: 799 })).body.clientSecret as string
  },
  'a link to confirm a card': async () => {
    const { id } = await bookConfirmed()
    await world.advanceTo(id, -71)
    const token = String((await world.own(id)).confirmCardUrl).split('#')[1]
    const { body } = await personWith(world, '').post('/api/confirm-card', { token })
    return body.clientSecret as string
  },
}

test.each(Object.entries(requests))('the client secret of %s tries no other card', async (_, request) => {
  const clientSecret = await request()
  for (const number of [declined, good])
    expect(await confirmInBrowser(clientSecret, number)).toMatchObject({
      status: 400,
      error: { code: 'payment_intent_invalid_parameter' },
    })
  const intent = (await listIntents(world)).find((one) => one.client_secret === clientSecret)
  expect(intent).toMatchObject({ status: 'requires_action', last_payment_error: null })
})

test('control: a payment that browsers may confirm gets an answer of the bank for each card', async () => {
  const intent = await world.context.stripe.paymentIntents.create({
    amount: 49_900,
    currency: 'usd',
    payment_method: asksTheBank,
    allowed_payment_method_types: ['card'],
    confirm: true,
    capture_method: 'manual',
  })
  expect(await confirmInBrowser(intent.client_secret ?? '', declined)).toMatchObject({
    status: 402,
    error: { decline_code: 'generic_decline' },
  })
})

test('a confirmation that is declined afterwards frees the time, and says so', async () => {
  const asked = await order(declinedAfterwards)
  await completeChallenge(asked.body.id as string)
  const refused = await asked.sendAgain()
  expect([refused.status, refused.headers.get('x-refusal')]).toEqual([402, 'card_refused'])
  expect(await world.statusesOf(asked.body.id as string)).toEqual(['canceled'])
})

test('a card confirmed in the last second counts after the claim’s time', async () => {
  const { body } = await order(asksTheBank)
  await completeChallenge(body.id as string)
  await world.advance(15 * 60 + 1)
  await world.runJobs()
  expect((await world.own(body.id as string)).status).toBe('scheduled')
})

describe('the provider fails when the server confirms', () => {
  test.each(['error_before', 'error_after', 'drop_answer', 'rate_limit', 'wrong_status', 'cut_off'])(
    '%s: books once and holds once, without the customer',
    async (mode) => {
      const id = (await order(asksTheBank)).body.id as string
      await completeChallenge(id)
      await world.faults({ mode, count: 1 })
      await world.runJobs()
      await world.faults({ mode: 'none' })
      await world.runJobs()
      expect((await world.own(id)).status).toBe('scheduled')
      expect(await world.statusesOf(id)).toEqual(['requires_capture'])
    },
  )

  test('for the whole of the claim: the time is free again, and nothing is held', async () => {
    const id = (await order(asksTheBank)).body.id as string
    await completeChallenge(id)
    await world.faults({ mode: 'error_before' })
    await world.advance(15 * 60 + 1)
    await world.runJobs()
    await world.faults({ mode: 'none' })
    await world.advance(31)
    await world.runJobs()
    expect(await world.own(id)).toBeUndefined()
    expect(await world.statusesOf(id)).toEqual(['canceled'])
  })
})

test('two presses and a job that confirm at once hold once', async () => {
  const asked = await order(asksTheBank)
  await completeChallenge(asked.body.id as string)
  const answers = await Promise.all([asked.sendAgain(), asked.sendAgain(), world.runJobs()])
  expect(answers.slice(0, 2)).toMatchObject([
    { status: 201, body: { requiresAction: false } },
    { status: 201, body: { requiresAction: false } },
  ])
  expect(await world.statusesOf(asked.body.id as string)).toEqual(['requires_capture'])
})
