import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { statementMovements } from '../../contract/admin/payout-statement.ts'
import { chanceOf } from '../reliability/chance.ts'
import { checkPayouts, checkStatement, type LedgerRow, type PaidRow } from '../support/month-checker.ts'
import { openShop, signInAdministrator, signUp, type Person } from '../support/people.ts'
import { writeMovements, type Moved } from '../support/payout-months.ts'
import { startWorld, type World } from '../support/start-world.ts'

const feePercent = '12.35'
const months = ['2025-01', '2025-02', '2025-03', '2025-04']
/** The month with the change of clocks, and a debt from before. */
const month = '2025-03'
const zones = ['America/Los_Angeles', 'America/New_York', 'Pacific/Honolulu', 'America/Phoenix']
const chance = chanceOf(20_250_341)

let world: World
let administrator: Person
const shopIds = [5]

beforeAll(async () => {
  world = await startWorld({ PAYOUT_FEE_PERCENT: feePercent })
  administrator = await signInAdministrator(world)
  await signUp(world)
  for (const name of ['=SUM(A1) Audio', 'Quiet "Hush" Cars', 'Zed, Sons']) {
    const { shopId } = await openShop(world, administrator, { businessName: name })
    shopIds.push(shopId)
  }
  for (const [index, shopId] of shopIds.entries()) {
    await world.context.database.pool.query('update shops set time_zone = $2 where id = $1', [
      shopId,
      zones[index],
    ])
    await writeMovements(world.context.database.pool, shopId, randomMovements(index))
  }
  await payAtRandom()
})
afterAll(() => world.stop())

/** The last shop loses more than it earns. */
function randomMovements(shop: number): Moved[] {
  const minutes = (Date.parse('2025-04-02T00:00:00Z') - Date.parse('2025-01-01T12:00:00Z')) / 60_000
  const losing = ['refunded', 'dispute_withdrawn', 'dispute_fee'] as const
  const random = Array.from({ length: 90 }, (): Moved => {
    const at = Date.parse('2025-01-01T12:00:00Z') + chance.below(minutes) * 60_000
    return {
      movement: chance.pick(shop === 3 ? [...losing, 'captured'] : statementMovements),
      cents: chance.between(1, 200_000),
      at: new Date(at).toISOString(),
      name: chance.pick(['Casey Rivera', '=1+1', 'Kim "K" O’Neil', '@cmd, Lee']),
    }
  })
  // The last and the first moments of months in each zone.
  const edges = ['2025-03-01', '2025-04-01'].flatMap((day) =>
    ['04:59:59', '05:00:00', '06:59:59', '07:00:00', '08:00:00', '09:59:59', '10:00:00'].map(
      (time): Moved => ({ movement: 'captured', cents: chance.between(1, 999), at: `${day}T${time}Z` }),
    ),
  )
  return [...random, ...edges]
}

/** Pays some statements in full and others in part, and corrects some. */
async function payAtRandom(): Promise<void> {
  for (const paidMonth of months.slice(0, 3)) {
    const { body } = await administrator.get(`/api/admin/payouts?month=${paidMonth}`)
    for (const { shopId, balance } of body.shops) {
      const open = balance.openCents as number
      if (open <= 0 || chance.happens(0.3)) continue
      const amountCents = chance.happens(0.5) ? open : chance.between(1, open)
      const base = { month: paidMonth, paidOn: '2025-05-02', reference: `T-${shopId}` }
      const paid = await administrator.post(`/api/admin/shops/${shopId}/payouts`, {
        ...base,
        id: uuid(),
        kind: 'payment',
        amountCents,
        seenCents: balance.paidCents,
      })
      expect(paid.status).toBe(201)
      if (chance.happens(0.4)) continue
      const corrected = await administrator.post(`/api/admin/shops/${shopId}/payouts`, {
        ...base,
        id: uuid(),
        kind: 'correction',
        amountCents: -chance.between(1, amountCents),
        reason: 'The bank sent it back',
        seenCents: balance.paidCents + amountCents,
      })
      expect(corrected.status).toBe(201)
    }
  }
}

async function readBooks() {
  const { pool } = world.context.database
  const { rows: ledger } = await pool.query<LedgerRow>(
    `select l.shop_id, s.time_zone as zone, l.movement, l.amount_cents, l.recorded_at
     from ledger l join shops s on s.id = l.shop_id`,
  )
  const { rows: paid } = await pool.query<PaidRow>(
    `select shop_id, to_char(month, 'YYYY-MM') as month, amount_cents from payouts`,
  )
  return { ledger, paid, feePercent }
}

const fileOf = async (path: string) => String((await administrator.get(path)).body)

test('a second program finds the same amounts in the files of each month, to the cent', async () => {
  const books = await readBooks()
  for (const each of months) {
    expect(checkPayouts(await fileOf(`/api/admin/payouts.csv?month=${each}`), each, books)).toEqual([])
    for (const shopId of shopIds) {
      const statement = await fileOf(`/api/admin/shops/${shopId}/statement.csv?month=${each}`)
      expect(checkStatement(statement, shopId, each, books)).toEqual([])
    }
  }
  const losing = await administrator.get(`/api/admin/shops/${shopIds[3]}/statement?month=${month}`)
  expect(losing.body.balance.carriedOverCents).toBeLessThan(0)
})

test('control: one cent in a file, or in the books, is found', async () => {
  const books = await readBooks()
  const payouts = await fileOf(`/api/admin/payouts.csv?month=${month}`)
  const statement = await fileOf(`/api/admin/shops/5/statement.csv?month=${month}`)
  // The last figure of each amount, one cent more.
  const changed = (csv: string, nth: number) => {
    let count = 0
    return csv.replace(/(-?\d+\.\d)(\d)(?=,)/g, (amount, start: string, last: string) =>
      (count += 1) === nth ? `${start}${(Number(last) + 1) % 10}` : amount,
    )
  }
  for (let nth = 1; nth <= 50; nth += 1) {
    expect(checkPayouts(changed(payouts, nth), month, books).length, `amount ${nth}`).toBeGreaterThan(0)
    expect(
      checkStatement(changed(statement, nth), 5, month, books).length,
      `amount ${nth} of the statement`,
    ).toBeGreaterThan(0)
  }
  const wrong = books.ledger.find(
    (row) =>
      row.shop_id === 5 &&
      row.movement === 'captured' &&
      row.recorded_at.toISOString() === '2025-03-01T08:00:00.000Z',
  )
  const ledger = books.ledger.map((each) =>
    each === wrong ? { ...each, amount_cents: each.amount_cents + 1 } : each,
  )
  expect(checkPayouts(payouts, month, { ...books, ledger }).length).toBeGreaterThan(0)
})

test('a shop’s name starts no formula, and the columns are those of the page', async () => {
  const csv = await fileOf(`/api/admin/payouts.csv?month=${month}`)
  expect(csv).toContain(`"'=SUM(A1) Audio"`)
  expect(csv.split('\r\n')[0]).toBe(
    'Shop,Gross,Refunds,Disputes,Fee,"Paid otherwise",Tax,Net,"Carried over",Paid,Open,Payments,"Shop number"',
  )
})
