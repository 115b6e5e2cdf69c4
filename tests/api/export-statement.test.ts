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

const figures = ['Gross', 'Refunds', 'Disputes', 'Fee', 'Paid otherwise', 'Tax', 'Net']
const columns = ['Date', 'Time', 'Time zone', 'Movement', 'Customer', 'Package', ...figures, 'Appointment']
/** The amounts of a line by column; 0.00 in the others. */
const amounts = (of: Record<string, string>) => figures.map((column) => of[column] ?? '0.00')
const summary = (words: string, of: Record<string, string>) => ['', '', '', words, '', '', ...amounts(of), '']
const balance = (words: string, net: string) => [
  '',
  '',
  '',
  words,
  '',
  '',
  ...figures.map((column) => (column === 'Net' ? net : '')),
  '',
]

test('the statement has each movement in its column, and adds up to the open amount', async () => {
  const kept = await world.book({ name: '=1+1 Robin', productId: 2 })
  const returned = await world.book({ date: `${world.day(1)} 09:00` })
  await world.capture(kept)
  await world.capture(returned)
  await world.cancel(returned)
  const month = dayOf(world.context.clock.now(), shopZone).slice(0, 7)
  const { headers, rows } = await download(world.administrator, month)
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(headers.get('content-disposition')).toBe(`attachment; filename="payout-statement-5-${month}.csv"`)
  const moved = (
    movement: string,
    customer: string,
    name: string,
    of: Record<string, string>,
    id: string,
  ) => [
    expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
    expect.stringMatching(/^\d{2}:\d{2}$/),
    shopZone,
    movement,
    customer,
    name,
    ...amounts(of),
    id,
  ]
  const essential = 'Smart Connect Essential'
  expect(rows).toEqual([
    columns,
    moved('Captured', "'=1+1 Robin", 'Smart Connect Premium', { Gross: '799.00', Net: '799.00' }, kept),
    moved('Captured', 'Casey Rivera', essential, { Gross: '499.00', Net: '499.00' }, returned),
    moved('Refunded', 'Casey Rivera', essential, { Refunds: '-499.00', Net: '-499.00' }, returned),
    summary('Fee 12.5%', { Fee: '-99.88', Net: '-99.88' }),
    summary('Total', { Gross: '1298.00', Refunds: '-499.00', Fee: '-99.88', Net: '699.12' }),
    balance('Carried over', '0.00'),
    balance('Open', '699.12'),
  ])
})

test('a dispute and its fee are rows of one column, and the fee is not on them', async () => {
  const id = await world.book({ date: `${world.day(2)} 09:00` })
  await world.capture(id)
  await world.dispute(id, 'open')
  const month = dayOf(world.context.clock.now(), shopZone).slice(0, 7)
  await expect
    .poll(async () => {
      await world.runJobs()
      const { rows } = await download(world.administrator, month)
      return rows.filter((row) => row.at(-1) === id).map((row) => row.slice(3, 4).concat(row.slice(6, -1)))
    })
    .toEqual([
      ['Captured', ...amounts({ Gross: '499.00', Net: '499.00' })],
      ['Disputed', ...amounts({ Disputes: '-499.00', Net: '-499.00' })],
      ['Dispute fee', ...amounts({ Disputes: '-15.00', Net: '-15.00' })],
    ])
  const { rows } = await download(world.administrator, month)
  expect(rows.slice(-4)).toEqual([
    summary('Fee 12.5%', { Fee: '-99.88', Net: '-99.88' }),
    summary('Total', {
      Gross: '1797.00',
      Refunds: '-499.00',
      Disputes: '-514.00',
      Fee: '-99.88',
      Net: '684.12',
    }),
    balance('Carried over', '0.00'),
    balance('Open', '684.12'),
  ])
})

test('a month without movements has zeros', async () => {
  expect((await download(world.administrator, '2020-02')).rows).toEqual([
    columns,
    summary('Fee 12.5%', {}),
    summary('Total', {}),
    balance('Carried over', '0.00'),
    balance('Open', '0.00'),
  ])
})

test('another shop’s statement answers as missing, a customer is refused, and an invalid month gets a sentence', async () => {
  const shop = await registerShop(world)
  expect((await shop.get(address('2026-11'))).status).toBe(404)
  expect((await world.customer.get(address('2026-11'))).status).toBe(403)
  const refused = await world.administrator.get(address('2026-13'))
  expect([refused.status, refused.body]).toEqual([400, { error: 'Please give the month as YYYY-MM' }])
})
