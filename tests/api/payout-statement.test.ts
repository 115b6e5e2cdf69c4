import { afterAll, beforeAll, expect, test } from 'vitest'
import { feeOn } from '../../contract/admin/payout-statement.ts'
import { dayOf } from '../../contract/time.ts'
import { startMoneyWorld, type MoneyWorld } from '../support/money.ts'
import { registerShop } from '../support/people.ts'

let world: MoneyWorld

beforeAll(async () => {
  world = await startMoneyWorld({ PAYOUT_FEE_PERCENT: '12.5' })
})
afterAll(() => world.stop())

const zone = 'America/Los_Angeles'
const thisMonth = () => dayOf(world.context.clock.now(), zone).slice(0, 7)
const statementOf = async (month = thisMonth()) =>
  (await world.administrator.get(`/api/admin/shops/5/statement?month=${month}`)).body

test('a month without captures owes zero', async () => {
  expect(await statementOf()).toMatchObject({ rows: [], capturedCents: 0, feeCents: 0, owedCents: 0 })
})

test('a shop is owed the captured amount less refunds and the fee on the rest', async () => {
  const [kept, refunded, held] = [
    await world.book({ date: `${world.day(0)} 09:00`, productId: 3 }),
    await world.book({ date: `${world.day(1)} 09:00`, productId: 2 }),
    await world.book({ date: `${world.day(2)} 09:00` }),
  ]
  await world.capture(kept)
  await world.capture(refunded)
  await world.cancel(refunded)
  const statement = await statementOf()
  expect(statement).toMatchObject({
    shopId: 5,
    timeZone: zone,
    feePercent: 12.5,
    capturedCents: 209_800,
    refundedCents: 79_900,
    feeCents: 16_238,
    owedCents: 113_662,
  })
  expect(
    statement.rows.map((row: Record<string, unknown>) => [
      row['appointmentId'],
      row['movement'],
      row['amountCents'],
    ]),
  ).toEqual([
    [kept, 'captured', 129_900],
    [refunded, 'captured', 79_900],
    [refunded, 'refunded', -79_900],
  ])
  expect(JSON.stringify(statement)).not.toContain(held)
})

test('money counts in the month of its movement by the shop’s clock', async () => {
  const { pool } = world.context.database
  const id = await world.book({ date: `${world.day(3)} 09:00` })
  await pool.query(
    `insert into ledger (appointment_id, hold_id, movement, amount_cents, recorded_at)
     select $1, id, 'captured', 100, moved from holds, unnest(array[
       '2031-02-28 23:59:59-08', '2031-03-01 00:00:00-08', '2031-03-31 23:59:59-07', '2031-04-01 00:00:00-07']::timestamptz[]) moved
     where appointment_id = $1`,
    [id],
  )
  const counts = []
  for (const month of ['2031-01', '2031-02', '2031-03', '2031-04'])
    counts.push((await statementOf(month)).rows.length)
  expect(counts).toEqual([0, 1, 2, 1])
})

test('an invalid month is refused with a sentence', async () => {
  for (const month of ['2026-13', '2026-1', 'now', '']) {
    const answer = await world.administrator.get(`/api/admin/shops/5/statement?month=${month}`)
    expect([answer.status, answer.body]).toEqual([400, { error: 'Please give the month as YYYY-MM' }])
  }
})

test('another shop’s statement answers as missing', async () => {
  const shop = await registerShop(world)
  expect((await shop.get(`/api/admin/shops/5/statement?month=${thisMonth()}`)).status).toBe(404)
})

test('half a cent of the fee is rounded up, and a later refund returns its fee', () => {
  const fees = [feeOn(100, 12.5), feeOn(104, 12.5), feeOn(5000, 1.15), feeOn(-5000, 12.5), feeOn(0, 50)]
  expect(fees).toEqual([13, 13, 58, -625, 0])
})
