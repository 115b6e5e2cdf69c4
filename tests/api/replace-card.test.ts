import { afterEach, beforeEach, expect, test } from 'vitest'
import { pause, startMoneyWorld, type MoneyWorld } from '../support/money.ts'
import { fitmentFor, fittingCar } from '../support/orders.ts'
import { refusalOf, signUp } from '../support/people.ts'

let world: MoneyWorld
let id: string

beforeEach(async () => {
  world = await startMoneyWorld()
  id = await world.book({ date: `${world.day(-1)} 09:00` })
})
afterEach(() => world.stop())

const mastercard = 'pm_card_mastercard'

/** Replaces the card of the appointment with a hold of $499. */
const replaceBy = (paymentMethodId: string, more: object = {}) =>
  world.customer.post(`/api/appointments/${id}/card`, { paymentMethodId, amount: 499, ...more })

const cardOf = async () => (await world.own(id)).hold.card
const live = async () =>
  (await world.intentsOf(id)).filter(({ status }: { status: string }) => status === 'requires_capture')

async function titles(): Promise<string[]> {
  const details = await world.administrator.get(`/api/admin/appointments/${id}`)
  return details.body.timeline.map(({ title }: { title: string }) => title)
}

test('the hold moves to the new card, which is charged later, and the ledger and the timeline tell it', async () => {
  const replaced = await replaceBy(mastercard)
  expect(replaced.body).toMatchObject({ held: true, requiresAction: false })
  expect(await cardOf()).toEqual({ brand: 'mastercard', lastFour: '4444' })
  expect(await world.statusesOf(id)).toEqual(['canceled', 'requires_capture'])
  expect(await world.movementsOf(id)).toEqual([
    'hold_requested',
    'hold_placed',
    'hold_requested',
    'release_requested',
    'hold_placed',
    'hold_released',
  ])
  expect(await titles()).toContain('Card replaced by the customer')
  const evidence = await world.administrator.get(`/api/admin/appointments/${id}/evidence.txt`)
  expect(String(evidence.body)).toContain('pressed "Use this card" with this text:')
  await world.onceBegun(id, () => world.capture(id))
  const charged = (await world.intentsOf(id)).find(({ status }) => status === 'succeeded')
  expect(charged?.latest_charge.payment_method_details.card.last4).toBe('4444')
})

test('a refused card changes nothing, and the sentence says so', async () => {
  const refused = await replaceBy('pm_card_visa_chargeDeclined')
  expect(refusalOf(refused)).toEqual([402, 'card_refused'])
  expect(refused.body.error).toMatch(/declined.* Your earlier card stays\.$/)
  expect(await cardOf()).toEqual({ brand: 'visa', lastFour: '4242' })
  expect(await world.statusesOf(id)).toContain('requires_capture')
  expect(await live()).toHaveLength(1)
})

test('3-D Secure: the old hold stays until the new one is live, and stays when the bank says no', async () => {
  const card = 'pm_card_threeDSecure2Required'
  const asked = await replaceBy(card)
  expect(asked.body).toMatchObject({ held: false, requiresAction: true, clientSecret: expect.any(String) })
  const { holdId } = asked.body
  expect(await live()).toHaveLength(1)
  await world.challenge((await world.intentsOf(id)).at(-1)?.id, 'fail')
  const failed = await replaceBy(card, { holdId })
  expect(refusalOf(failed)).toEqual([402, 'card_refused'])
  expect(failed.body.error).toMatch(/Your earlier card stays\.$/)
  expect(await cardOf()).toEqual({ brand: 'visa', lastFour: '4242' })

  const again = await replaceBy(card)
  await world.challenge((await world.intentsOf(id)).at(-1)?.id, 'complete')
  const held = await replaceBy(card, { holdId: again.body.holdId })
  expect(held.body).toMatchObject({ held: true })
  expect(await cardOf()).toEqual({ brand: 'visa', lastFour: '3220' })
  expect(await live()).toHaveLength(1)
})

test('an appointment whose hold has lapsed gets a fresh one on the new card, and renewals use that card', async () => {
  await world.advanceTo(id, -100)
  await world.runJobs()
  expect((await world.own(id)).hold.state).toBe('saved')
  expect((await replaceBy(mastercard)).body.held).toBe(true)
  await world.advanceTo(id, -71)
  await world.runJobs()
  expect(await cardOf()).toEqual({ brand: 'mastercard', lastFour: '4444' })
  expect(await live()).toHaveLength(1)
})

test('it is refused with a sentence: cancelled, charged, disputed, begun, another price, a foreign appointment', async () => {
  const stranger = await signUp(world)
  const body = { paymentMethodId: mastercard, amount: 499 }
  expect((await stranger.post(`/api/appointments/${id}/card`, body)).status).toBe(404)
  expect((await world.administrator.post(`/api/appointments/${id}/card`, body)).status).toBe(403)
  expect(refusalOf(await replaceBy(mastercard, { amount: 498 }))).toEqual([409, 'price_changed'])
  for (const wrong of [{ amount: -1 }, { holdId: 'x' }, { token: 'x' }, { paymentMethodId: 'card' }])
    expect((await replaceBy(mastercard, wrong)).status).toBe(400)
  await world.onceBegun(id, async () => {
    expect(refusalOf(await replaceBy(mastercard))).toEqual([409, 'appointment_not_changeable'])
  })
  await world.capture(id)
  const charged = await replaceBy(mastercard)
  expect([charged.status, charged.body.error]).toEqual([
    409,
    'This installation was already charged, so its card can no longer be changed.',
  ])
  await world.dispute(id, 'open')
  expect((await replaceBy(mastercard)).status).toBe(409)

  id = await world.book({ date: `${world.day(-2)} 09:00` })
  await world.change(id, { status: 'cancelled' })
  const cancelled = await replaceBy(mastercard)
  expect([cancelled.status, cancelled.body.error]).toEqual([
    409,
    'This appointment is cancelled, so it needs no card.',
  ])
})

test('while the shop checks the car, the card stays', async () => {
  // An order without answers about the car goes to the shop's check.
  id = await world.book({ date: `${world.day(-2)} 09:00`, productId: 3, amount: 1299, fitment: undefined })
  const refused = await world.customer.post(`/api/appointments/${id}/card`, {
    paymentMethodId: mastercard,
    amount: 1299,
  })
  expect([refused.status, refused.body.error]).toEqual([
    409,
    'The shop is still checking your car. You can change the card once it has confirmed the fit.',
  ])
})

test('a lost answer: the same request again neither holds twice nor counts a second card', async () => {
  await world.faults({ mode: 'error_after', count: 1 })
  const first = await replaceBy('pm_card_visa')
  expect([200, 503]).toContain(first.status)
  const [row] = await world.context.database.db
    .selectFrom('holds')
    .select('payment_method_id')
    .where('appointment_id', '=', id)
    .where('replaces_card', '=', true)
    .orderBy('created_at', 'desc')
    .execute()
  const again = await replaceBy(row?.payment_method_id ?? '')
  expect(again.body.held).toBe(true)
  expect(await live()).toHaveLength(1)
  const attempts = await world.context.database.db.selectFrom('card_attempts').select('hold_id').execute()
  expect(attempts).toHaveLength(2)
})

test('two tabs at once: one card holds the amount in the end, and the ledger agrees with the provider', async () => {
  const answers = await Promise.all([
    replaceBy('pm_card_visa_debit'),
    replaceBy(mastercard),
    replaceBy('pm_card_amex'),
  ])
  expect(answers.map(({ status }) => status).filter((status) => status !== 200 && status !== 503)).toEqual([])
  expect(answers.some(({ body }) => body.held === true)).toBe(true)
  await world.runJobs()
  const [held] = await live()
  expect(await live()).toHaveLength(1)
  expect((await cardOf()).lastFour).toBe(held?.latest_charge.payment_method_details.card.last4)
})

test('a capture while the new card is asked waits a moment, and then charges that card', async () => {
  const gate = pause(world, 'create')
  const replacing = replaceBy(mastercard)
  await gate.reached
  expect(refusalOf(await world.capture(id))).toEqual([503, 'card_check_under_way'])
  gate.open()
  expect((await replacing).body.held).toBe(true)
  expect((await world.capture(id)).status).toBe(200)
  await world.runJobs()
  expect(await world.statusesOf(id)).toEqual(['canceled', 'succeeded'])
})

test('a capture while the bank waits for the customer charges the earlier card, and the new hold ends', async () => {
  const card = 'pm_card_threeDSecure2Required'
  const asked = await replaceBy(card)
  const newest = (await world.intentsOf(id)).at(-1)
  expect((await world.capture(id)).status).toBe(200)
  await world.challenge(newest?.id, 'complete').catch(() => undefined)
  const replaced = await replaceBy(card, { holdId: asked.body.holdId })
  expect(refusalOf(replaced)).toEqual([409, 'appointment_not_changeable'])
  await world.runJobs()
  expect((await world.statusesOf(id)).toSorted()).toEqual(['canceled', 'succeeded'])
  expect(await live()).toEqual([])
})

test('a package change and a new card at once: the price that holds is the one that was agreed to', async () => {
  const [changed, replaced] = await Promise.all([
    world.change(id, { productId: 2, amount: 799, ...fitmentFor(fittingCar, 2) }),
    replaceBy(mastercard),
  ])
  await world.runJobs()
  const own = await world.own(id)
  const [held] = await live()
  expect(await live()).toHaveLength(1)
  expect(held?.amount).toBe(own.price * 100)
  expect([200, 409, 503]).toContain(changed.status)
  expect([200, 409, 503]).toContain(replaced.status)
})

test('a package change that waits for the bank is finished first', async () => {
  id = await world.bookConfirmed({ date: `${world.day(-2)} 09:00` })
  const changed = await world.change(id, { productId: 2, amount: 799, ...fitmentFor(fittingCar, 2) })
  expect(changed.body.requiresAction).toBe(true)
  const refused = await replaceBy(mastercard)
  expect(refusalOf(refused)).toEqual([503, 'card_check_under_way'])
  expect(refused.body.error).toMatch(/^Your package change is waiting for your bank/)
})

test('six replacements in an hour are taken, so that no pile of released holds waits at the bank', async () => {
  for (let count = 0; count < 6; count += 1)
    expect((await replaceBy(count % 2 === 0 ? mastercard : 'pm_card_visa')).status).toBe(200)
  const limited = await replaceBy(mastercard)
  expect(refusalOf(limited)).toEqual([429, 'too_many_requests'])
  expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(3500)
  expect(await live()).toHaveLength(1)
  await world.advance(3601)
  expect((await replaceBy(mastercard)).status).toBe(200)
})
