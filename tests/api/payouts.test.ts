import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { dayOf } from '../../contract/time.ts'
import { askOtherwise } from '../reliability/ask-otherwise.ts'
import { writeMovements } from '../support/payout-months.ts'
import {
  openShop,
  registerShop,
  signInAdministrator,
  signUp,
  type Answer,
  type Person,
} from '../support/people.ts'
import { shopZone, startWorld, type World } from '../support/start-world.ts'

let world: World
let administrator: Person

beforeAll(async () => {
  world = await startWorld({ PAYOUT_FEE_PERCENT: '10' })
  administrator = await signInAdministrator(world)
  await signUp(world)
})
afterAll(() => world.stop())

let months = 0
/** A month of its own, two for each year from 2003 on. */
function nextMonth(): string {
  months += 1
  return `${2003 + Math.floor(months / 2)}-${months % 2 === 0 ? '05' : '11'}`
}

/** The same with $1,000.00 captured, so $900.00 open. */
async function newMonth(month = nextMonth()): Promise<string> {
  await writeMovements(world.context.database.pool, 5, [
    { movement: 'captured', cents: 100_000, at: `${month}-10T12:00:00Z` },
  ])
  return month
}

const payment = (month: string, changes: Record<string, unknown> = {}) => ({
  id: uuid(),
  month,
  kind: 'payment',
  amountCents: 90_000,
  paidOn: `${month}-28`,
  reference: 'ABC',
  seenCents: 0,
  ...changes,
})
const record = (body: object, by: Person = administrator): Promise<Answer> =>
  by.post('/api/admin/shops/5/payouts', body)
const balanceOf = async (month: string) =>
  (await administrator.get(`/api/admin/shops/5/statement?month=${month}`)).body.balance
const rowCount = async () =>
  Number((await world.context.database.pool.query('select count(*) from payouts')).rows[0].count)

test('without a month the page opens on the newest one to pay, else the last one over, else one with money', async () => {
  const opened = async () => (await administrator.get('/api/admin/payouts')).body.month
  const today = dayOf(world.context.clock.now(), shopZone)
  const before = (count: number) =>
    new Date(Date.UTC(Number(today.slice(0, 4)), Number(today.slice(5, 7)) - 1 - count, 1))
      .toISOString()
      .slice(0, 7)
  expect(await opened()).toBe(before(1))
  // Not over yet, and the only one with money.
  await newMonth(before(0))
  expect(await opened()).toBe(before(0))
  const [older, newer] = [await newMonth(before(5)), await newMonth(before(3))]
  expect(await opened()).toBe(newer)
  expect((await record(payment(newer))).status).toBe(201)
  expect(await opened()).toBe(older)
  expect((await record(payment(older))).status).toBe(201)
  expect(await opened()).toBe(before(0))
  const last = await newMonth(before(1))
  expect((await record(payment(last))).status).toBe(201)
  expect(await opened()).toBe(last)
})

test('a payment is recorded with day and reference, and the owner reads it', async () => {
  const month = await newMonth()
  const answer = await record(payment(month))
  expect(answer.status).toBe(201)
  expect(answer.body).toMatchObject({
    shopId: 5,
    figures: { grossCents: 100_000, feeCents: -10_000, netCents: 90_000 },
    balance: { paidCents: 90_000, openCents: 0, isOver: true },
  })
  const [paid] = (await balanceOf(month)).payouts
  expect(paid).toMatchObject({
    kind: 'payment',
    amountCents: 90_000,
    paidOn: `${month}-28`,
    reference: 'ABC',
    reason: null,
    by: expect.stringMatching(/./),
  })
})

test('the owner reads on the statement when and with which reference it was paid', async () => {
  const { shop, shopId } = await openShop(world, administrator, {})
  await writeMovements(world.context.database.pool, shopId, [
    { movement: 'captured', cents: 100, at: '2005-05-10T12:00:00Z' },
  ])
  const paid = payment('2005-05', { amountCents: 90 })
  expect((await administrator.post(`/api/admin/shops/${shopId}/payouts`, paid)).status).toBe(201)
  const { body } = await shop.get(`/api/admin/shops/${shopId}/statement?month=2005-05`)
  // The administrator has no name there.
  expect(body.balance.payouts).toMatchObject([{ reference: 'ABC', paidOn: '2005-05-28', by: null }])
})

test('the same payment sent again counts once, and its id stands for no other', async () => {
  const month = await newMonth()
  const body = payment(month)
  const answers = await Promise.all([record(body), record(body), record(body)])
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
  expect(await balanceOf(month)).toMatchObject({ paidCents: 90_000, payouts: [{ reference: 'ABC' }] })
  const other = await record({ ...body, reference: 'DEF' })
  expect(other.status).toBe(409)
  expect((await balanceOf(month)).payouts).toHaveLength(1)
})

test('of two administrators at once one records, and the other is told', async () => {
  const month = await newMonth()
  const answers = await Promise.all([
    record(payment(month, { reference: 'one', amountCents: 40_000 })),
    record(payment(month, { reference: 'two', amountCents: 40_000 })),
  ])
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 409]))
  expect(answers.find(({ status }) => status === 409)?.body).toEqual({
    error:
      'Someone else recorded a payment of this statement in the meantime. Nothing was recorded. Look at it again.',
  })
  expect(await balanceOf(month)).toMatchObject({ paidCents: 40_000, openCents: 50_000 })
})

test('control: without the lock on the shop both would record', async () => {
  onTestFinished(askOtherwise(world.context.database, (text) => text.replace(/ for no key update$/, '')))
  const rounds = Array.from({ length: 8 }, async () => {
    const month = await newMonth()
    const answers = await Promise.all([
      record(payment(month, { amountCents: 40_000 })),
      record(payment(month, { amountCents: 40_000 })),
    ])
    return answers.every(({ status }) => status === 201)
  })
  expect(await Promise.all(rounds)).toContain(true)
})

test.each([
  ['0', { amountCents: 0 }, 400, 'Please enter an amount in dollars and cents, other than 0'],
  ['half a cent', { amountCents: 0.5 }, 400, 'Please enter an amount in dollars and cents, other than 0'],
  [
    'a negative one',
    { amountCents: -1 },
    400,
    'A payment is more than $0. Record a correction to take an amount back.',
  ],
  ['above the limit', { amountCents: 100_000_001 }, 400, 'Please enter an amount of at most $1,000,000'],
  [
    'above the open amount',
    { amountCents: 90_001 },
    422,
    'That is more than the $900 that this statement has open.',
  ],
  ['a text', { amountCents: '900' }, 400, 'Please enter an amount in dollars and cents, other than 0'],
  ['no reference', { reference: ' ' }, 400, 'Please give the reference of the bank transfer'],
  ['a day that is none', { paidOn: '2011-02-30' }, 400, 'Please give the day of the payment'],
  [
    'a day of the future',
    { paidOn: '2099-01-01' },
    422,
    'Please give a day from the start of the month up to today.',
  ],
  [
    'a day before the month',
    { paidOn: '2000-01-01' },
    422,
    'Please give a day from the start of the month up to today.',
  ],
  ['a reason', { reason: 'Why not' }, 400, 'Please give a reason for a correction, and for no payment'],
])('a payment of %s is refused, and nothing is recorded', async (_, changes, status, error) => {
  const month = await newMonth()
  const before = await rowCount()
  const answer = await record(payment(month, changes))
  expect([answer.status, answer.body]).toEqual([status, { error }])
  expect(await rowCount()).toBe(before)
})

test('a month that is not over can be looked at, and not paid', async () => {
  const month = dayOf(world.context.clock.now(), shopZone).slice(0, 7)
  await writeMovements(world.context.database.pool, 5, [
    { movement: 'captured', cents: 100_000, at: new Date(world.context.clock.now()).toISOString() },
  ])
  expect(await balanceOf(month)).toMatchObject({ isOver: false })
  const refused = await record(payment(month, { paidOn: `${month}-01` }))
  expect([refused.status, refused.body.error]).toEqual([
    409,
    'This month isn’t over yet, so its statement can still change. Pay it after the month ends.',
  ])
  const corrected = await record(payment(month, { kind: 'correction', reason: 'x', paidOn: `${month}-01` }))
  expect(corrected.status).toBe(409)
})

test('a correction is a new row with a reason, and no row is ever changed', async () => {
  const month = await newMonth()
  await record(payment(month))
  const correction = { kind: 'correction', amountCents: -90_000, seenCents: 90_000, reason: 'Sent back' }
  expect((await record(payment(month, { ...correction, reason: undefined }))).status).toBe(400)
  expect((await record(payment(month, correction))).status).toBe(201)
  const { paidCents, openCents, payouts } = await balanceOf(month)
  expect([paidCents, openCents]).toEqual([0, 90_000])
  expect(payouts.map(({ kind, reason }: Record<string, unknown>) => [kind, reason])).toEqual([
    ['payment', null],
    ['correction', 'Sent back'],
  ])
  for (const change of ['update payouts set amount_cents = 1', 'delete from payouts'])
    await expect(world.context.database.pool.query(change)).rejects.toThrow('payouts are append-only')
})

test.each([
  ['below nothing', -90_001, 'Only $900 was paid of this month, so no more than that can be taken back.'],
  ['above the limit', 99_910_001, 'With this correction, more than $1,000,000 would be paid of this month.'],
])('a correction %s is refused, and one up to it is recorded', async (_, amountCents, error) => {
  const month = await newMonth()
  await record(payment(month))
  const correction = payment(month, { kind: 'correction', seenCents: 90_000, reason: 'Wrong', amountCents })
  const refused = await record(correction)
  expect([refused.status, refused.body]).toEqual([422, { error }])
  const last = { ...correction, amountCents: amountCents - Math.sign(amountCents) }
  expect((await record(last)).status).toBe(201)
  // Back again: later months would carry the debt.
  const back = { ...last, id: uuid(), amountCents: -last.amountCents, seenCents: 90_000 + last.amountCents }
  expect((await record(back)).body.balance.openCents).toBe(0)
})

test('nothing is taken back of a month that was not paid', async () => {
  const month = await newMonth()
  const refused = await record(payment(month, { kind: 'correction', amountCents: -1, reason: 'Wrong' }))
  expect(refused.body).toEqual({ error: 'Nothing was paid of this month, so nothing can be taken back.' })
})

test('an id in upper case is the same payment', async () => {
  const month = await newMonth()
  const body = payment(month)
  const answers = [await record(body), await record({ ...body, id: body.id.toUpperCase() })]
  expect(answers.map(({ status }) => status)).toEqual([201, 201])
  expect((await balanceOf(month)).payouts).toHaveLength(1)
})

test('a later refund falls into its own month, and a paid statement stays as it was', async () => {
  const month = await newMonth('2001-05')
  const paid = (await record(payment(month))).body
  const later = `${month.slice(0, 4)}-07`
  await writeMovements(world.context.database.pool, 5, [
    { movement: 'refunded', cents: 100_000, at: `${later}-02T12:00:00Z` },
    { movement: 'dispute_fee', cents: 1500, at: `${later}-03T12:00:00Z` },
  ])
  const again = (await administrator.get(`/api/admin/shops/5/statement?month=${month}`)).body
  expect(again.total).toEqual(paid.figures)
  expect(again.balance.openCents).toBe(0)
  // The shop owes $915.00, which the next month with earnings carries.
  expect(await balanceOf(later)).toMatchObject({ carriedOverCents: 0, openCents: -91_500 })
  const next = `${month.slice(0, 4)}-09`
  await writeMovements(world.context.database.pool, 5, [
    { movement: 'captured', cents: 200_000, at: `${next}-02T12:00:00Z` },
  ])
  expect(await balanceOf(next)).toMatchObject({ carriedOverCents: -91_500, openCents: 88_500 })
  const row = (await administrator.get(`/api/admin/payouts?month=${later.slice(0, 4)}-08`)).body.shops
  expect(row).toMatchObject([{ shopId: 5, figures: { netCents: 0 }, balance: { openCents: -91_500 } }])
  const refused = await record(payment(later, { amountCents: 1, paidOn: `${later}-28` }))
  expect([refused.status, refused.body.error]).toEqual([422, 'This statement has nothing open to pay.'])
  expect((await record(payment(next, { amountCents: 88_500, paidOn: `${next}-28` }))).status).toBe(201)
})

test('payments at the shop bear the fee and are not in the net, and tax is information', async () => {
  const month = nextMonth()
  await writeMovements(world.context.database.pool, 5, [
    { movement: 'captured', cents: 50_000, at: `${month}-10T12:00:00Z` },
    { movement: 'paid_otherwise', cents: 30_000, at: `${month}-10T13:00:00Z` },
    { movement: 'paid_otherwise_in_part', cents: 10_000, at: `${month}-10T14:00:00Z` },
    { movement: 'tax_collected', cents: 4000, at: `${month}-10T13:00:00Z` },
    { movement: 'tax_returned', cents: 500, at: `${month}-10T15:00:00Z` },
  ])
  const { total, feeCents, owedCents } = (
    await administrator.get(`/api/admin/shops/5/statement?month=${month}`)
  ).body
  expect(total).toEqual({
    grossCents: 50_000,
    refundsCents: 0,
    disputesCents: 0,
    feeCents: -9000,
    paidOtherwiseCents: 40_000,
    taxCents: 3500,
    netCents: 41_000,
  })
  expect([feeCents, owedCents]).toEqual([9000, 41_000])
})

test('only administrators see the payouts of all shops and record payments', async () => {
  const month = await newMonth()
  const owner = await registerShop(world)
  const customer = await signUp(world)
  for (const person of [owner, customer]) {
    expect((await person.get(`/api/admin/payouts?month=${month}`)).status).toBe(403)
    expect((await person.get(`/api/admin/payouts.csv?month=${month}`)).status).toBe(403)
    expect((await record(payment(month), person)).status).toBe(403)
  }
  const missing = await administrator.post('/api/admin/shops/999999/payouts', payment(month))
  expect([missing.status, missing.body]).toEqual([404, { error: 'Not found.' }])
  const invalid = await administrator.get('/api/admin/payouts?month=2026-13')
  expect([invalid.status, invalid.body]).toEqual([400, { error: 'Please give the month as YYYY-MM' }])
})
