import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayOf } from '../../contract/time.ts'
import { startMoneyWorld, type MoneyWorld } from '../support/money.ts'
import { registerShop, type Person } from '../support/people.ts'
import { readCsv } from '../support/read-csv.ts'
import { shopZone } from '../support/start-world.ts'

let world: MoneyWorld

beforeAll(async () => {
  world = await startMoneyWorld({ PAYOUT_FEE_PERCENT: '12.5' })
})
afterAll(() => world.stop())

function address(month: string): string {
  return `/api/admin/shops/5/statement.csv?month=${month}`
}

async function download(person: Person, month: string): Promise<{ headers: Headers; rows: string[][] }> {
  const answer = await person.get(address(month))
  expect(answer.status).toBe(200)
  return { headers: answer.headers, rows: readCsv(answer.body) }
}

const columns = ['Date', 'Time', 'Time zone', 'Movement', 'Customer', 'Package', 'Amount', 'Appointment']
const blank = columns.map(() => '')
const total = (label: string, amount: string) => [label, '', '', '', '', '', amount, '']

test('the statement has each movement and adds up to the amount owed', async () => {
  const kept = await world.book({ name: '=1+1 Robin', productId: 2 })
  const returned = await world.book({ date: `${world.day(1)} 09:00` })
  await world.capture(kept)
  await world.capture(returned)
  await world.cancel(returned)
  const month = dayOf(world.context.clock.now(), shopZone).slice(0, 7)
  const { headers, rows } = await download(world.administrator, month)
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(headers.get('content-disposition')).toBe(`attachment; filename="payout-statement-5-${month}.csv"`)
  const moved = (movement: string, customer: string, name: string, amount: string, id: string) => [
    expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
    expect.stringMatching(/^\d{2}:\d{2}$/),
    shopZone,
    movement,
    customer,
    name,
    amount,
    id,
  ]
  expect(rows).toEqual([
    columns,
    moved('Captured', "'=1+1 Robin", 'Smart Connect Premium', '799.00', kept),
    moved('Captured', 'Casey Rivera', 'Smart Connect Essential', '499.00', returned),
    moved('Refunded', 'Casey Rivera', 'Smart Connect Essential', '-499.00', returned),
    blank,
    total('Captured', '1298.00'),
    total('Refunded', '-499.00'),
    total('Fee 12.5 %', '-99.88'),
    total('Owed', '699.12'),
  ])
})

test('a dispute and its fee are rows and totals, and the sum is the amount owed', async () => {
  const id = await world.book({ date: `${world.day(2)} 09:00` })
  await world.capture(id)
  await world.dispute(id, 'open')
  const month = dayOf(world.context.clock.now(), shopZone).slice(0, 7)
  await expect
    .poll(async () => {
      await world.runJobs()
      const { rows } = await download(world.administrator, month)
      return rows.filter((row) => row[7] === id).map((row) => [row[3], row[6]])
    })
    .toEqual([
      ['Captured', '499.00'],
      ['Disputed', '-499.00'],
      ['Dispute fee', '-15.00'],
    ])
  const { rows } = await download(world.administrator, month)
  expect(rows.slice(rows.findIndex((row) => row.join('') === '') + 1)).toEqual([
    total('Captured', '1797.00'),
    total('Refunded', '-499.00'),
    total('Disputed', '-499.00'),
    total('Dispute fees', '-15.00'),
    total('Fee 12.5 %', '-99.88'),
    total('Owed', '684.12'),
  ])
})

test('a month without movements has zeros', async () => {
  expect((await download(world.administrator, '2020-02')).rows).toEqual([
    columns,
    blank,
    ...['Captured', 'Refunded', 'Fee 12.5 %', 'Owed'].map((label) => total(label, '0.00')),
  ])
})

test('another shop’s statement answers as missing, a customer is refused, and an invalid month gets a sentence', async () => {
  const shop = await registerShop(world)
  expect((await shop.get(address('2026-11'))).status).toBe(404)
  expect((await world.customer.get(address('2026-11'))).status).toBe(403)
  const refused = await world.administrator.get(address('2026-13'))
  expect([refused.status, refused.body]).toEqual([400, { error: 'Please give the month as YYYY-MM' }])
})
