import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { appointmentNumber } from '../../contract/booking/appointment-number.ts'
import {
  addLine,
  agreeAtShop,
  captureWithRest,
  payAtShop,
  priceOf,
  refundPart,
} from '../support/day-prices.ts'
import { mailsTo } from '../support/mails.ts'
import { startMoneyWorld, type MoneyWorld } from '../support/money.ts'
import { refusalOf, type Person } from '../support/people.ts'
import { openShopWithDesk } from '../support/shop-people.ts'
import { arriveNow, pressWork, startNow } from '../support/work-orders.ts'
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
beforeEach(() => world.context.database.pool.query('delete from rate_limits'))
afterAll(() => stopReconciled(world))

/** A job whose car has just arrived. */
async function job(changes: object = {}): Promise<string> {
  const id = await world.book({ shopId, date: `${world.day(0)} 09:00`, ...changes })
  await arriveNow(world, desk, id)
  return id
}

const capturedOf = async (id: string) =>
  (await world.intentsOf(id)).map((intent) => [intent.status, intent.amount_received])

test('a discount captures less, and the rest of the hold is released', async () => {
  const id = await job()
  const added = await addLine(desk, id, {
    kind: 'discount',
    description: 'Waited an hour',
    amountCents: 5_000,
  })
  expect(added.status).toBe(200)
  expect(added.body).toMatchObject({
    totalCents: price - 5_000,
    dueCents: price - 5_000,
    needsAgreement: false,
  })
  expect((await world.capture(id, desk)).status).toBe(200)
  expect(await capturedOf(id)).toEqual([['succeeded', price - 5_000]])
  expect(await priceOf(desk, id)).toMatchObject({
    capturedCents: price - 5_000,
    dueCents: 0,
    canChange: false,
  })
})

test('more than the hold needs the agreement, then a second payment of the difference', async () => {
  const id = await job()
  await addLine(desk, id, { amountCents: 12_000 })
  expect(refusalOf(await world.capture(id, desk))).toEqual([409, 'price_not_agreed'])
  expect(await capturedOf(id)).toEqual([['requires_capture', 0]])

  const agreed = await agreeAtShop(desk, id)
  expect(agreed.body).toMatchObject({
    needsAgreement: false,
    agreement: { totalCents: price + 12_000, signerName: 'Casey Rivera', via: 'shop' },
    extra: { state: 'held', amountCents: 12_000 },
  })
  expect((await world.capture(id, desk)).status).toBe(200)
  expect(await capturedOf(id)).toEqual([
    ['succeeded', price],
    ['succeeded', 12_000],
  ])
  const state = await world.context.database.pool.query('select state from appointments where id = $1', [id])
  expect(state.rows).toEqual([{ state: 'completed' }])
})

test('an agreement to another total than the present one is refused and holds nothing', async () => {
  const id = await job()
  await addLine(desk, id, { amountCents: 12_000 })
  const before = await priceOf(desk, id)
  await addLine(desk, id, { kind: 'labor', description: 'Cable repair', amountCents: 3_000 })
  const stale = await agreeAtShop(desk, id, { seenTotalCents: before.totalCents })
  expect(refusalOf(stale)).toEqual([409, 'price_changed'])
  expect(refusalOf(await agreeAtShop(desk, id, { wording: 'I agree' }))).toEqual([409, 'wording_changed'])
  expect(await world.statusesOf(id)).toEqual(['requires_capture'])
})

test('an agreement that was signed twice holds once, and lines that go release the extra hold', async () => {
  const id = await job()
  const { body } = await addLine(desk, id, { amountCents: 12_000 })
  const both = await Promise.all([agreeAtShop(desk, id), agreeAtShop(desk, id)])
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  expect(await world.statusesOf(id)).toEqual(['requires_capture', 'requires_capture'])
  const removed = await desk.remove(`/api/admin/appointments/${id}/price/lines/${body.lines[0].id}`)
  expect(removed.body).toMatchObject({ totalCents: price, lines: [], needsAgreement: false })
  expect(await world.statusesOf(id)).toEqual(['requires_capture', 'canceled'])
  expect((await world.capture(id, desk)).status).toBe(200)
  expect(await capturedOf(id)).toEqual([
    ['succeeded', price],
    ['canceled', 0],
  ])
})

test('a second desk that charges at the same moment changes nothing', async () => {
  const id = await job()
  await addLine(desk, id, { amountCents: 12_000 })
  await agreeAtShop(desk, id)
  const answers = await Promise.all([world.capture(id, desk), world.capture(id, owner), payAtShop(owner, id)])
  const taken = answers.filter(({ status }) => status === 200)
  expect(taken.length).toBeGreaterThanOrEqual(1)
  const { capturedCents, payments } = await priceOf(desk, id)
  const inCash = payments.reduce((sum, { amountCents }) => sum + amountCents, 0)
  expect(capturedCents + inCash).toBe(price + 12_000)
})

test('the details of a job that was paid in two parts at the shop open', async () => {
  const id = await job()
  await payAtShop(desk, id, 10_000)
  expect((await payAtShop(desk, id)).status).toBe(200)
  const details = await desk.get(`/api/admin/appointments/${id}`)
  expect([details.status, details.body.paidAtShop, details.body.dueCents]).toEqual([200, 'cash', 0])
})

test('a cancellation releases the extra hold, and refunds an extra payment', async () => {
  const open = await job()
  await addLine(desk, open, { amountCents: 12_000 })
  await agreeAtShop(desk, open)
  await world.cancel(open)
  expect(await world.statusesOf(open)).toEqual(['canceled', 'canceled'])

  const paid = await job()
  await addLine(desk, paid, { amountCents: 12_000 })
  await agreeAtShop(desk, paid)
  await world.capture(paid, desk)
  // A cancellation refunds both payments, so the question before it names their sum.
  const details = await world.administrator.get(`/api/admin/appointments/${paid}`)
  expect(details.body).toMatchObject({ refundableCents: price + 12_000, dueCents: 0 })
  expect((await world.cancel(paid)).status).toBe(200)
  const intents = await world.intentsOf(paid)
  expect(intents.map(({ latest_charge: charge }) => charge.amount_refunded)).toEqual([price, 12_000])
})

test('a lapsed hold is charged anew with the agreed total in one payment', async () => {
  const id = await job()
  await addLine(desk, id, { amountCents: 12_000 })
  await agreeAtShop(desk, id)
  const [main] = await world.intentsOf(id)
  await world.context.stripe.paymentIntents.cancel(main.id)
  expect((await world.capture(id, desk)).status).toBe(200)
  const charged = (await world.intentsOf(id)).filter(({ status }) => status === 'succeeded')
  expect(charged.map((intent) => intent.amount_received)).toEqual([price + 12_000])
})

test.each([
  ['0', 0],
  ['negative', -500],
  ['half a cent', 0.5],
  ['text', '500'],
  ['above every limit', 100_000_001],
])('an amount that is %s is refused and changes nothing', async (_, amountCents) => {
  const id = await job()
  const answers = [
    await addLine(desk, id, { amountCents }),
    await refundPart(desk, id, { amountCents }),
    await payAtShop(desk, id, amountCents),
  ]
  expect(answers.map(({ status }) => status)).toEqual([400, 400, 400])
  expect(await priceOf(desk, id)).toMatchObject({ totalCents: price, lines: [], payments: [] })
  await world.cancel(id)
})

test('a discount above the price is refused, also by two that are added at once', async () => {
  const id = await job()
  const over = await addLine(desk, id, { kind: 'discount', description: 'Gift', amountCents: price })
  expect(refusalOf(over)).toEqual([422, 'total_too_low'])
  const half = { kind: 'discount', description: 'Half', amountCents: price - 20_000 }
  const both = await Promise.all([addLine(desk, id, half), addLine(owner, id, half)])
  expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
  expect((await priceOf(desk, id)).totalCents).toBe(20_000)
  await world.cancel(id)
})

test('a line that is sent twice counts once, and its id takes no other line', async () => {
  const id = await job()
  const line = { id: randomUUID(), amountCents: 1_000 }
  for (const answer of await Promise.all([addLine(desk, id, line), addLine(desk, id, line)]))
    expect(answer.status).toBe(200)
  expect((await priceOf(desk, id)).lines).toHaveLength(1)
  expect(refusalOf(await addLine(desk, id, { ...line, amountCents: 2_000 }))).toEqual([
    409,
    'request_changed',
  ])
  const other = await job()
  expect(refusalOf(await addLine(desk, other, line))).toEqual([409, 'request_changed'])
  await world.cancel(id)
  await world.cancel(other)
})

test('a price changes neither before the start by a shop nor after the payment', async () => {
  const later = await world.book({ shopId, date: `${world.day(1)} 09:00` })
  expect(refusalOf(await addLine(desk, later, { amountCents: 100 }))).toEqual([409, 'not_yet_started'])
  expect((await addLine(world.administrator, later, { amountCents: 100 })).status).toBe(200)
  await world.cancel(later)
  expect(refusalOf(await addLine(desk, later, { amountCents: 100 }))).toEqual([409, 'appointment_cancelled'])

  const paid = await job()
  await world.capture(paid, desk)
  const late = await addLine(desk, paid, { amountCents: 100 })
  expect(refusalOf(late)).toEqual([409, 'appointment_not_changeable'])
  expect(late.body.error).toContain('already paid')
  expect(refusalOf(await agreeAtShop(desk, paid, { tipCents: 1_000 }))).toEqual([
    409,
    'appointment_not_changeable',
  ])
})

test('a car that has not arrived, a no-show and a cancelled job take no lines and no questions', async () => {
  const id = await world.book({ shopId, date: `${world.day(0)} 09:00` })
  await startNow(world, id)
  const told: boolean[] = []
  const attempts = async () => {
    const answers = [
      await addLine(desk, id, { amountCents: 12_000 }),
      await desk.post(`/api/admin/appointments/${id}/price/ask`),
      await agreeAtShop(desk, id, { tipCents: 1_000 }),
    ]
    const { canChange, canAsk, awaitsArrival, lines } = await priceOf(desk, id)
    expect([canChange, canAsk, lines]).toEqual([false, false, []])
    told.push(awaitsArrival)
    return answers.map((answer) => [...refusalOf(answer), answer.body.error])
  }
  const thrice = (...refusal: unknown[]) => [refusal, refusal, refusal]
  const arriveFirst = 'The price can be changed once the car has arrived. Mark it as arrived first.'
  expect(await attempts()).toEqual(thrice(409, 'not_yet_started', arriveFirst))
  await pressWork(desk, id, { event: 'mark_no_show', from: 'booked' })
  expect(await attempts()).toEqual(
    thrice(409, 'appointment_not_changeable', expect.stringContaining('no-show')),
  )
  expect(refusalOf(await addLine(world.administrator, id, { amountCents: 100 }))).toEqual([
    409,
    'appointment_not_changeable',
  ])
  await world.cancel(id)
  expect(await attempts()).toEqual(thrice(409, 'appointment_cancelled', expect.any(String)))
  expect(told).toEqual([true, false, false])
})

test('a customer is asked only about more than they agreed to, or about what is not held', async () => {
  const pricing = (takesTips: boolean) =>
    owner.post(`/api/admin/shops/${shopId}/pricing`, { taxRate: null, takesTips, shares: [] })
  await pricing(true)
  const id = await job()
  const ask = () => desk.post(`/api/admin/appointments/${id}/price/ask`)
  const sentence = (total: string) =>
    `There’s nothing to agree to: the total is ${total}, and the customer agreed to $499.`
  const refused = async (total: string) => {
    expect((await priceOf(desk, id)).canAsk).toBe(false)
    const answer = await ask()
    expect([...refusalOf(answer), answer.body.error]).toEqual([409, 'agreement_not_needed', sentence(total)])
  }
  await refused('$499')
  await addLine(desk, id, { kind: 'discount', description: 'Waited', amountCents: 5_000 })
  await refused('$449')
  await addLine(desk, id, { amountCents: 5_000 })
  await refused('$499')
  await addLine(desk, id, { amountCents: 5_000 })
  expect((await priceOf(desk, id)).canAsk).toBe(true)
  expect((await ask()).status).toBe(200)
  await pricing(false)
  await world.cancel(id)
})

test('a payment at the shop releases the hold of a card, and completes the job', async () => {
  const id = await job()
  const paid = await payAtShop(desk, id)
  expect(paid.body).toMatchObject({ paymentStatus: 'completed', paidAtShop: 'cash', heldCents: 0 })
  expect(await world.statusesOf(id)).toEqual(['canceled'])
  expect(await world.movementsOf(id)).toContain('paid_otherwise')
  expect(refusalOf(await payAtShop(desk, id, 100))).toEqual([409, 'appointment_not_changeable'])
})

test('an extra amount below the least charge takes some of the price over', async () => {
  const id = await job()
  await addLine(desk, id, { amountCents: 12_000 })
  await agreeAtShop(desk, id)
  await payAtShop(desk, id, 11_980)
  expect((await world.capture(id, desk)).status).toBe(200)
  expect(await capturedOf(id)).toEqual([
    ['succeeded', price - 30],
    ['succeeded', 50],
  ])
  expect(await priceOf(desk, id)).toMatchObject({ dueCents: 0, capturedCents: price + 20 })
})

test('a part in cash leaves the rest to the card', async () => {
  const id = await job()
  await addLine(desk, id, { amountCents: 12_000 })
  expect(refusalOf(await payAtShop(desk, id, price + 12_001))).toEqual([422, 'amount_too_high'])
  expect(refusalOf(await payAtShop(desk, id, price + 12_000 - 49))).toEqual([422, 'total_too_low'])
  const paymentId = randomUUID()
  for (const again of [
    await payAtShop(desk, id, 12_000, { id: paymentId }),
    await payAtShop(desk, id, 12_000, { id: paymentId }),
  ])
    expect(again.status).toBe(200)
  const details = async () => (await desk.get(`/api/admin/appointments/${id}`)).body
  expect(await details()).toMatchObject({ dueCents: price, needsAgreement: true, paidAtShop: null })
  // The total is above the agreed price, and the card still pays only that.
  await agreeAtShop(desk, id)
  expect((await world.capture(id, desk)).status).toBe(200)
  expect(await capturedOf(id)).toEqual([['succeeded', price]])
  expect(await priceOf(desk, id)).toMatchObject({ dueCents: 0, capturedCents: price })
})

test('a customer who has paid a part at the shop is no no-show', async () => {
  const id = await world.book({ shopId, date: `${world.day(0)} 09:00` })
  await startNow(world, id)
  await payAtShop(desk, id, 10_000)
  const missed = await pressWork(desk, id, { event: 'mark_no_show', from: 'booked' })
  expect(refusalOf(missed)).toEqual([409, 'work_not_possible'])
  expect(missed.body.error).toContain('has paid $100 at the shop')
  await world.cancel(id)
})

test('a shop refunds at most half of the price by parts, an administrator more', async () => {
  const id = await job()
  expect(refusalOf(await refundPart(desk, id, { amountCents: 100 }))).toEqual([409, 'not_paid'])
  await world.capture(id, desk)
  expect((await priceOf(desk, id)).refundableCents).toBe(price / 2)
  const over = await refundPart(desk, id, { amountCents: price / 2 + 1 })
  expect(refusalOf(over)).toEqual([403, 'refund_above_limit'])
  const first = await refundPart(desk, id, { amountCents: 10_000 })
  expect(first.body).toMatchObject({ refundedCents: 10_000, refundingCents: 0 })
  expect(first.body.refunds).toMatchObject([{ amountCents: 10_000, status: 'made', by: 'Dana Desk' }])
  expect((await priceOf(desk, id)).refundableCents).toBe(price / 2 - 10_000)
  const admin = { amountCents: price - 10_000, seenRefundedCents: 10_000 }
  expect((await refundPart(world.administrator, id, admin)).status).toBe(200)
  const [intent] = await world.intentsOf(id)
  expect(intent.latest_charge.amount_refunded).toBe(price)
  const details = await desk.get(`/api/admin/appointments/${id}`)
  expect(details.body).toMatchObject({ paymentStatus: 'completed', refundedCents: price })
})

test('of two refunds at once only one is made, and the same one twice counts once', async () => {
  const id = await job()
  await world.capture(id, desk)
  const refund = { amountCents: 5_000, id: randomUUID() }
  const both = await Promise.all([
    refundPart(desk, id, refund),
    refundPart(owner, id, { amountCents: 5_000 }),
    refundPart(desk, id, refund),
  ])
  const refused = both.filter(({ status }) => status === 409)
  for (const answer of refused) expect(refusalOf(answer)).toEqual([409, 'refund_changed'])
  expect((await priceOf(desk, id)).refundedCents).toBe(5_000)
  const other = { ...refund, id: both[0]?.status === 200 ? refund.id : randomUUID(), amountCents: 6_000 }
  expect((await refundPart(desk, id, other)).status).toBe(409)
  const [intent] = await world.intentsOf(id)
  expect(intent.latest_charge.amount_refunded).toBe(5_000)
})

test('a refund over a payment in two parts takes from both', async () => {
  const id = await job()
  await addLine(desk, id, { amountCents: 12_000 })
  await agreeAtShop(desk, id)
  await world.capture(id, desk)
  const all = { amountCents: price + 1_000 }
  expect((await refundPart(world.administrator, id, all)).status).toBe(200)
  const intents = await world.intentsOf(id)
  expect(intents.map(({ latest_charge: charge }) => charge.amount_refunded)).toEqual([price, 1_000])
})

/** A completed job of which $120 is due: the bank ended the extra hold before its capture. */
async function jobWithRest(): Promise<string> {
  const id = await job()
  await captureWithRest(world, desk, id)
  return id
}

test('the receipt says what is still due, and no more once the appointment is cancelled', async () => {
  const id = await jobWithRest()
  const labels = async () =>
    (await desk.get(`/api/admin/appointments/${id}/receipt`)).body.amounts.map(
      ({ label }: { label: string }) => label,
    )
  expect(await labels()).toContain('Still due')
  await world.cancel(id)
  await world.runJobs()
  expect(await labels()).toEqual([
    'Smart Connect Essential installation, parts and labor',
    'Part: Mounting bracket',
    'Total paid',
    'Refunded',
    'You paid after refunds',
  ])
})

test('an extra hold that ended before its capture leaves a rest, which is told and charged again', async () => {
  const id = await jobWithRest()
  expect(await priceOf(desk, id)).toMatchObject({ capturedCents: price, dueCents: 12_000 })
  const { items } = (await desk.get(`/api/admin/attention?shopId=${shopId}`)).body
  const item = items.find((one: { appointmentId: string }) => one.appointmentId === id)
  expect(item).toMatchObject({ reason: 'rest_not_charged' })
  expect(item.sentence).toContain('$120 is not charged')
  await world.cards({ behaviour: 'decline_insufficient_funds' })
  const refused = await world.capture(id, desk)
  await world.cards({ behaviour: 'approve' })
  expect(refused.body.error).toBe(
    'The other $120 wasn’t charged: The bank declined it. $499 was charged before. You can try again now. Or take it at the shop.',
  )
  expect((await world.capture(id, desk)).status).toBe(200)
  expect(await priceOf(desk, id)).toMatchObject({ capturedCents: price + 12_000, dueCents: 0 })
  const { items: later } = (await desk.get(`/api/admin/attention?shopId=${shopId}`)).body
  expect(later.map(({ appointmentId }: { appointmentId: string }) => appointmentId)).not.toContain(id)
})

test('the receipt, its mail and the list of the customer name lines, payments, sales tax and refunds', async () => {
  const pricing = (taxRate: number | null) =>
    owner.post(`/api/admin/shops/${shopId}/pricing`, {
      taxRate,
      takesTips: false,
      shares: [{ packageId: 1, percent: 60 }],
    })
  await pricing(9_750)
  const id = await job()
  await addLine(desk, id, { amountCents: 12_000 })
  await addLine(desk, id, { kind: 'discount', description: 'Waited an hour', amountCents: 2_500 })
  await agreeAtShop(desk, id)
  await payAtShop(desk, id, 4_000)
  await world.capture(id, desk)
  await pricing(null)
  await refundPart(desk, id, { amountCents: 5_000 })
  await world.runJobs()

  const sheet = (await desk.get(`/api/admin/appointments/${id}/receipt`)).body
  expect(
    sheet.amounts.map(({ label, amount }: { label: string; amount: string }) => [label, amount]),
  ).toEqual([
    ['Smart Connect Essential installation, parts and labor', '$499'],
    ['Part: Mounting bracket', '$120'],
    ['Discount: Waited an hour', '−$25'],
    ['Total paid', '$594'],
    ['Refunded: A scratch in the trim', '−$50'],
    ['You paid after refunds', '$544'],
    // Of what was finally paid: the tax of $594 was $35.75.
    ['includes sales tax (9.75%)', '$32.74'],
  ])
  const paidWith = sheet.facts.find(({ label }: { label: string }) => label === 'Paid with')
  expect(paidWith.lines).toEqual(['Cash: $40', 'Visa ending in 4242: $554, in 2 charges'])
  const own = await world.own(id)
  expect(own.money).toMatchObject({ capturedCents: price + 5_500, refundedCents: 5_000, taxCents: 3_274 })
  expect(own.dayPrice).toMatchObject({
    lines: [{ description: 'Mounting bracket' }, { description: 'Waited an hour' }],
    totalCents: price + 9_500,
    taxCents: 3_575,
    paidOtherwiseCents: 4_000,
    refunds: [{ amountCents: 5_000, reason: 'A scratch in the trim', isMade: true }],
  })
  const { rows } = await world.context.database.pool.query(
    `select payload, recipient from outbox where payload ->> 'appointmentId' = $1 and kind = 'payment_receipt'`,
    [id],
  )
  expect(rows[0].payload).toMatchObject({
    chargedCents: price + 5_500,
    // The rest of it is released.
    heldCents: price + 9_500,
    lines: [
      { kind: 'part', description: 'Mounting bracket', amountCents: 12_000 },
      { kind: 'discount', description: 'Waited an hour', amountCents: 2_500 },
    ],
    charges: 2,
    paidOtherwiseCents: 4_000,
    tax: { rate: 9_750, amountCents: 3_575 },
  })
  // The address is proven; another one reads 'Part'.
  const received = await mailsTo(world, rows[0].recipient)
  const receipt = received.find(
    ({ subject, text }) => subject.startsWith('Receipt') && text.includes(appointmentNumber(id)),
  )
  expect(receipt?.text).toContain('Mounting bracket: $120')
  expect(receipt?.text).toContain('Waited an hour: $25 off')
})
