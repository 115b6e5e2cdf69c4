import { afterEach, beforeEach, expect, test } from 'vitest'
import { hold, openSandbox, refusalOf } from './open-sandbox.ts'
import type { OpenSandbox } from './open-sandbox.ts'

let world: OpenSandbox

beforeEach(async () => {
  world = await openSandbox()
})
afterEach(() => world.close())

const order = { ...hold, payment_method: 'pm_card_visa', expand: ['latest_charge'] }
const place = (key: string) => world.stripe.paymentIntents.create(order, { idempotencyKey: key })

test('a false amount is in every field, and the key replays the true one', async () => {
  await world.faults({ mode: 'wrong_amount', count: 1 })
  const lie = await place('a')
  expect([lie.amount, lie.amount_capturable, lie.latest_charge]).toMatchObject([
    50_000,
    50_000,
    { amount: 50_000 },
  ])
  expect(await place('a')).toMatchObject({ id: lie.id, amount: 49_900, status: 'requires_capture' })
})

test('a false status is sent once and changes nothing', async () => {
  await world.faults({ mode: 'wrong_status', count: 1, seed: 5 })
  const lie = await place('a')
  expect(lie.status).not.toBe('requires_capture')
  expect((await world.stripe.paymentIntents.retrieve(lie.id)).status).toBe('requires_capture')
})

test('the response may be about another payment', async () => {
  const first = await place('first')
  await world.faults({ mode: 'wrong_payment', count: 1 })
  expect((await place('second')).id).toBe(first.id)
  expect((await place('second')).id).not.toBe(first.id)
})

/** Sent without the SDK, which rejects some of the false responses. */
const ask = () =>
  fetch(world.url('/v1/payment_intents'), {
    method: 'POST',
    headers: { authorization: 'Bearer sk_test_secret', 'content-type': 'application/x-www-form-urlencoded' },
    body: 'amount=49900&currency=usd&confirm=true&capture_method=manual&payment_method=pm_card_visa&allowed_payment_method_types[]=card',
  })

test.each(['cut_off', 'drip'])('an incomplete response (%s) hides an existing hold', async (mode) => {
  await world.faults({ mode, count: 1 })
  const asked = await ask()
  expect(asked.status).toBe(200)
  const reading = asked.body?.getReader()
  expect((await reading?.read())?.value?.length).toBeGreaterThan(0)
  if (mode === 'cut_off') await expect(reading?.read()).rejects.toThrow('terminated')
  await reading?.cancel().catch(() => undefined)
  expect((await world.stripe.paymentIntents.list()).data).toHaveLength(1)
})

test('a random fault can be any false response, and reads are spared', async () => {
  await world.faults({ mode: 'lie', seed: 3 })
  const told = new Set<string>()
  for (let index = 0; index < 60; index += 1) {
    const text = await ask()
      .then((asked) => asked.text())
      .catch(() => 'cut off')
    const status = /"status":"(\w+)"/.exec(text.replaceAll(' ', ''))?.[1]
    const amount = /"amount":(\d+)/.exec(text)?.[1]
    told.add(status === undefined ? text : `${status} ${amount}`)
  }
  expect([...told]).toEqual(
    expect.arrayContaining(['null', '{}', 'requires_capture 50000', 'succeeded 49900', 'canceled 49900']),
  )
  const { data } = await world.stripe.paymentIntents.list({ limit: 100 })
  const kept = data.map(({ status, amount }) => `${status} ${amount}`)
  expect([kept.length, ...new Set(kept)]).toEqual([60, 'requires_capture 49900'])
})

test('refusals are never falsified', async () => {
  await world.faults({ mode: 'wrong_status' })
  const declined = { ...order, payment_method: 'pm_card_chargeDeclined' }
  expect((await refusalOf(world.stripe.paymentIntents.create(declined))).statusCode).toBe(402)
})
