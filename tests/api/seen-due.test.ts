import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addLine, agreeAtShop, payAtShop, priceOf, refundPart } from '../support/day-prices.ts'
import { bookAtDesk } from '../support/desk-orders.ts'
import { startMoneyWorld, type MoneyWorld } from '../support/money.ts'
import { refusalOf, signUp, type Person } from '../support/people.ts'
import { openShopWithDesk } from '../support/shop-people.ts'
import { arriveNow } from '../support/work-orders.ts'
import { stopReconciled } from '../support/stop-reconciled.ts'

const price = 49_900
let world: MoneyWorld
let owner: Person
let desk: Person
let shopId: number

beforeAll(async () => {
  world = await startMoneyWorld()
  ;({ owner, desk, shopId } = await openShopWithDesk(world))
})
beforeEach(async () => {
  await world.context.database.pool.query('delete from rate_limits; delete from card_attempts')
  await world.faults({ mode: 'none' })
  world.customer = await signUp(world)
})
afterAll(() => stopReconciled(world))

/** A job whose car has just arrived. */
async function job(): Promise<string> {
  const id = await world.book({ shopId, date: `${world.day(0)} 09:00`, email: world.customer.email })
  await arriveNow(world, desk, id)
  return id
}

async function jobWithoutCard(): Promise<string> {
  const { body } = await bookAtDesk(desk, { shopId, date: `${world.day(0)} 09:00` })
  await arriveNow(world, desk, body.id)
  return body.id
}

async function withDiscount(): Promise<string> {
  const id = await job()
  await addLine(desk, id, { kind: 'discount', description: 'Late', amountCents: 5_000 })
  return id
}

async function withExtra(): Promise<string> {
  const id = await job()
  await addLine(desk, id, { amountCents: 12_000 })
  await agreeAtShop(desk, id)
  return id
}

async function removeLines(id: string, person = owner) {
  const { lines } = await priceOf(desk, id)
  return Promise.all(lines.map((one) => person.remove(`/api/admin/appointments/${id}/price/lines/${one.id}`)))
}

const capture = (id: string, seenDueCents: unknown, person = desk) =>
  person.post(`/api/admin/appointments/${id}/capture`, { seenDueCents })
const paidOf = async (id: string) => (await priceOf(desk, id)).payments.map(({ amountCents }) => amountCents)
const receivedOf = async (id: string) =>
  (await world.intentsOf(id)).map(({ amount_received: cents }) => cents).filter((cents) => cents > 0)

test('of two desks that record the same part in cash at once, one is told what is due now', async () => {
  const id = await job()
  const part = { seenDueCents: price }
  const answers = await Promise.all([
    payAtShop(desk, id, 10_000, part),
    payAtShop(owner, id, 10_000, part),
    payAtShop(world.administrator, id, 10_000, part),
  ])
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  for (const refused of answers.filter(({ status }) => status !== 200)) {
    expect(refusalOf(refused)).toEqual([409, 'price_changed'])
    expect(refused.body.error).toContain('changed from $499 to $399. Nothing was recorded.')
  }
  expect(await paidOf(id)).toEqual([10_000])
  // It is another one.
  expect((await payAtShop(owner, id, 10_000, { seenDueCents: price - 10_000 })).status).toBe(200)
  expect(await paidOf(id)).toEqual([10_000, 10_000])
})

test('a part that is sent again counts once, whatever is due by then', async () => {
  const id = await job()
  const part = { id: randomUUID(), seenDueCents: price }
  const first = await Promise.all([payAtShop(desk, id, 10_000, part), payAtShop(desk, id, 10_000, part)])
  await addLine(owner, id, { amountCents: 500 })
  const last = await payAtShop(desk, id, 10_000, part)
  expect([...first, last].map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await paidOf(id)).toEqual([10_000])
})

test('a payment of all that is due is the amount that was seen', async () => {
  const id = await job()
  await addLine(owner, id, { amountCents: 12_000 })
  for (const amountCents of [undefined, price]) {
    const stale = await payAtShop(desk, id, amountCents, { seenDueCents: price })
    expect(refusalOf(stale)).toEqual([409, 'price_changed'])
  }
  expect([await paidOf(id), await world.statusesOf(id)]).toEqual([[], ['requires_capture']])
  const blind = await desk.post(`/api/admin/appointments/${id}/payment`, { method: 'cash' })
  expect(refusalOf(blind)).toEqual([400, 'malformed'])
  expect((await payAtShop(desk, id, undefined, { seenDueCents: price + 12_000 })).status).toBe(200)
  expect(await paidOf(id)).toEqual([price + 12_000])
})

/**
 * Every kind of charge: how it comes about, the amount that a page shows, and another that was shown before.
 */
const charges: Record<string, { reach: () => Promise<string>; due: number; before: number }> = {
  'of a hold': {
    reach: async () => {
      const id = await withDiscount()
      await removeLines(id)
      return id
    },
    due: price,
    before: price - 5_000,
  },
  'of less than the hold': { reach: withDiscount, due: price - 5_000, before: price },
  'with an extra hold': { reach: withExtra, due: price + 12_000, before: price },
  'whose extra hold ended': {
    reach: async () => {
      const id = await withExtra()
      const [, extra] = await world.intentsOf(id)
      await world.context.stripe.paymentIntents.cancel(extra.id)
      await world.runJobs()
      return id
    },
    due: price + 12_000,
    before: price,
  },
  'of the saved card': {
    reach: async () => {
      const id = await withDiscount()
      const [intent] = await world.intentsOf(id)
      await world.context.stripe.paymentIntents.cancel(intent.id)
      await world.runJobs()
      return id
    },
    due: price - 5_000,
    before: price,
  },
  'after a part in cash': {
    reach: async () => {
      const id = await job()
      await payAtShop(desk, id, 10_000)
      return id
    },
    due: price - 10_000,
    before: price,
  },
}

test.each(Object.entries(charges))(
  'a charge %s takes the amount that was seen or nothing, and counts once',
  async (_, { reach, due, before }) => {
    const id = await reach()
    const [intents, movements] = [await world.statusesOf(id), await world.movementsOf(id)]
    const stale = await capture(id, before)
    expect(refusalOf(stale)).toEqual([409, 'price_changed'])
    expect(stale.body.error).toContain('Nothing was charged now.')
    expect([await world.statusesOf(id), await world.movementsOf(id)]).toEqual([intents, movements])

    const both = await Promise.all([capture(id, due), capture(id, due, owner), capture(id, before)])
    expect(both.slice(0, 2).map(({ status }) => status)).toEqual([200, 200])
    const total = (await receivedOf(id)).reduce((sum, cents) => sum + cents, 0)
    expect(total).toBe(due)
    // A repeat, of this page and of the page before, finds it charged.
    for (const seen of [due, before]) expect((await capture(id, seen)).status).toBe(200)
    expect((await world.capture(id, desk)).status).toBe(200)
    expect((await receivedOf(id)).reduce((sum, cents) => sum + cents, 0)).toBe(due)
  },
)

test('a discount that is removed at the moment of the charge never raises it', async () => {
  for (let round = 0; round < 4; round++) {
    const id = await withDiscount()
    const [charged] = await Promise.all([capture(id, price - 5_000), removeLines(id)])
    if (charged.status === 200) expect(await receivedOf(id)).toEqual([price - 5_000])
    else expect([refusalOf(charged), await receivedOf(id)]).toEqual([[409, 'price_changed'], []])
    await world.cancel(id)
  }
})

test('a charge whose outcome is unknown goes on by its repeat', async () => {
  const id = await job()
  await world.faults({ mode: 'error_before' })
  expect((await capture(id, price)).status).toBe(503)
  await world.faults({ mode: 'none' })
  expect((await capture(id, price)).status).toBe(200)
  expect(await receivedOf(id)).toEqual([price])
})

test('the rest of a payment is charged as it was seen', async () => {
  const id = await withExtra()
  const [, extra] = await world.intentsOf(id)
  await world.context.stripe.paymentIntents.cancel(extra.id)
  // The price is captured before the end of the other hold is known.
  await world.context.database.pool.query('update holds set looked_at = now() where appointment_id = $1', [
    id,
  ])
  expect((await capture(id, price + 12_000)).status).toBe(200)
  expect(await receivedOf(id)).toEqual([price])
  expect(refusalOf(await capture(id, price + 12_000))).toEqual([409, 'price_changed'])
  expect(await receivedOf(id)).toEqual([price])
  expect((await capture(id, 12_000)).status).toBe(200)
  expect(await receivedOf(id)).toEqual([price, 12_000])
})

test('a capture without a body, or with an empty one, charges what is due', async () => {
  for (const body of [undefined, {}]) {
    const id = await withDiscount()
    expect((await desk.post(`/api/admin/appointments/${id}/capture`, body)).status).toBe(200)
    expect(await receivedOf(id)).toEqual([price - 5_000])
  }
  const id = await job()
  for (const seen of [-1, 0.5, '499', null]) expect((await capture(id, seen)).status).toBe(400)
  expect((await capture(id, price)).status).toBe(200)
})

test('a payment and a refund are bounded by what is due and refundable, not by the limit of a line', async () => {
  const id = await job()
  for (const kind of ['part', 'labor']) await addLine(desk, id, { kind, amountCents: 500_000 })
  const total = price + 1_000_000
  expect(refusalOf(await payAtShop(desk, id, total + 1))).toEqual([422, 'amount_too_high'])
  expect((await payAtShop(desk, id, 600_000)).status).toBe(200)
  await agreeAtShop(desk, id)
  const cash = await payAtShop(desk, id, total - 600_000 - 100)
  expect([cash.status, await paidOf(id)]).toEqual([200, [600_000, total - 600_100]])

  const charged = await job()
  for (const kind of ['part', 'labor']) await addLine(desk, charged, { kind, amountCents: 500_000 })
  await agreeAtShop(desk, charged)
  expect((await world.capture(charged)).status).toBe(200)
  const refund = { amountCents: total + 1 }
  expect(refusalOf(await refundPart(world.administrator, charged, refund))).toEqual([422, 'refund_too_high'])
  expect((await refundPart(world.administrator, charged, { amountCents: 600_000 })).status).toBe(200)
})

test('a part that leaves too little for the card says to take all or leave more', async () => {
  const id = await job()
  const tooMuch = await payAtShop(desk, id, price - 40)
  expect(refusalOf(tooMuch)).toEqual([422, 'total_too_low'])
  expect(tooMuch.body.error).toBe(
    'The rest on the card must be at least $0.50. Take the whole amount, or leave more.',
  )
  expect((await payAtShop(desk, id, price - 50)).status).toBe(200)
  const discount = { kind: 'discount', description: 'Late' }
  const smaller = await addLine(desk, id, { ...discount, amountCents: 10 })
  expect(refusalOf(smaller)).toEqual([422, 'total_too_low'])
  expect(smaller.body.error).toBe(
    'The customer has paid $498.50 at the shop. At least $0.50 must be left for the card.',
  )
  expect((await capture(id, 50)).status).toBe(200)
})

test('without a card any rest is fine, and a total below the paid part is not', async () => {
  const id = await jobWithoutCard()
  expect((await payAtShop(desk, id, price - 40)).status).toBe(200)
  const discount = { kind: 'discount', description: 'Late' }
  const all = await addLine(desk, id, { ...discount, amountCents: 40 })
  expect(refusalOf(all)).toEqual([422, 'total_too_low'])
  expect(all.body.error).toBe('The customer has paid $498.60 at the shop. The total must be above that.')
  expect((await addLine(desk, id, { ...discount, amountCents: 30 })).status).toBe(200)
  // The customer then gives a card, and a card is charged no 10 cents.
  await world.context.database.pool.query(`update appointments set pays_by = 'card' where id = $1`, [id])
  const tooSmall = await capture(id, 10)
  expect(refusalOf(tooSmall)).toEqual([422, 'total_too_low'])
  expect(tooSmall.body.error).toBe('A card can’t be charged less than $0.50. Take the rest at the shop.')
  const left = await payAtShop(desk, id)
  expect([left.status, left.body.paymentStatus]).toEqual([200, 'completed'])
})
