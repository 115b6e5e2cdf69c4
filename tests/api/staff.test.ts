import { afterAll, beforeAll, expect, test } from 'vitest'
import { book, listIntents } from '../support/orders.ts'
import { registerShop, signInAdministrator, signUp, type Person } from '../support/people.ts'
import { startWorld, type World } from '../support/start-world.ts'

let world: World
let customer: Person
let administrator: Person

beforeAll(async () => {
  world = await startWorld()
  customer = await signUp(world)
  administrator = await signInAdministrator(world)
})
afterAll(() => world.stop())

function day(index: number): string {
  return world.bookableDays()[index] ?? ''
}

async function intentOf(id: string) {
  return (await listIntents(world)).find((intent) => intent.metadata.appointment_id === id)
}

async function ledgerOf(id: string): Promise<string[]> {
  const { rows } = await world.context.database.pool.query<{ movement: string }>(
    'select movement from ledger where appointment_id = $1 order by id',
    [id],
  )
  return rows.map((row) => row.movement)
}

const capture = (id: string) => administrator.post(`/api/admin/appointments/${id}/capture`)
const cancel = (id: string) =>
  administrator.patch(`/api/admin/appointments/${id}/status`, { status: 'cancelled' })

test('capturing takes the price once, however often it is asked', async () => {
  const id = await book(world, customer, { date: `${day(0)} 09:00` })
  const answers = await Promise.all(Array.from({ length: 8 }, () => capture(id)))
  expect(answers.map((answer) => answer.status)).toEqual(Array(8).fill(200))
  expect(await intentOf(id)).toMatchObject({ status: 'succeeded', amount_received: 49_900 })
  expect((await ledgerOf(id)).filter((movement) => movement === 'captured')).toHaveLength(1)
})

test('after a change to a cheaper package less is captured than was held', async () => {
  const id = await book(world, customer, { date: `${day(1)} 09:00`, productId: 3 })
  await customer.patch(`/api/appointments/${id}`, { productId: 1 })
  expect((await capture(id)).body).toEqual({ id, paymentStatus: 'completed' })
  expect(await intentOf(id)).toMatchObject({ amount: 129_900, amount_received: 49_900 })
})

test('cancelling releases the hold and frees the bay; once more changes nothing', async () => {
  const date = `${day(2)} 09:00`
  const id = await book(world, customer, { date })
  await book(world, customer, { date })
  expect((await cancel(id)).body).toEqual({ id, paymentStatus: 'cancelled' })
  expect((await cancel(id)).status).toBe(200)
  expect(await intentOf(id)).toMatchObject({ status: 'canceled' })
  expect(await ledgerOf(id)).toEqual([
    'hold_requested',
    'hold_placed',
    'release_requested',
    'authorization_ended',
    'hold_released',
  ])
  expect((await capture(id)).status).toBe(409)
  await book(world, customer, { date })
})

test('cancelling after the capture refunds in full', async () => {
  const id = await book(world, customer, { date: `${day(3)} 09:00` })
  await capture(id)
  expect((await cancel(id)).status).toBe(200)
  const intent = await intentOf(id)
  expect(intent.latest_charge.amount_refunded).toBe(49_900)
  expect((await ledgerOf(id)).slice(-3)).toEqual(['refund_requested', 'authorization_ended', 'refunded'])
})

test('any other status than cancelled is refused', async () => {
  const id = await book(world, customer, { date: `${day(4)} 09:00` })
  for (const status of ['completed', 'authorized', '', null]) {
    expect((await administrator.patch(`/api/admin/appointments/${id}/status`, { status })).status).toBe(400)
  }
})

test('a shop acts on its own appointments, and captures only once they have begun', async () => {
  const shop = await registerShop(world)
  const { pool } = world.context.database
  const { rows } = await pool.query<{ id: number }>(
    `update shops set status = 'approved' where owner_id = (select id from users where email = $1) returning id`,
    [shop.email],
  )
  const id = await book(world, customer, { date: `${day(0)} 09:00`, shopId: rows[0]?.id })
  const early = await shop.post(`/api/admin/appointments/${id}/capture`)
  expect([early.status, early.headers.get('x-refusal')]).toEqual([409, 'not_yet_started'])
  expect((await shop.get('/api/admin/appointments')).body).toMatchObject([{ id }])
  expect((await shop.patch(`/api/admin/appointments/${id}/status`, { status: 'cancelled' })).status).toBe(200)
})

test('the ledger cannot be rewritten', async () => {
  const { pool } = world.context.database
  await expect(pool.query('update ledger set amount_cents = 1')).rejects.toThrow('append-only')
  await expect(pool.query('delete from ledger')).rejects.toThrow('append-only')
})

test('payout details are stored sealed, open only for their shop and field, and are shown nowhere', async () => {
  const { openPayoutDetail } = await import('../../server/shops/payout-details.ts')
  await registerShop(world)
  const { rows } = await world.context.database.pool.query<{
    shop_id: number
    field: string
    sealed: Buffer
    last_four: string
  }>(`select * from payout_details order by shop_id desc, field limit 2`)
  const [account, routing] = rows
  if (!account || !routing) throw new Error('no payout details')
  expect(account.last_four).toBe('6789')
  expect(account.sealed.includes('000123456789')).toBe(false)
  const { payoutKey } = world.context.secrets
  expect(openPayoutDetail(payoutKey, account.shop_id, 'account', account.sealed)).toBe('000123456789')
  expect(() => openPayoutDetail(payoutKey, account.shop_id, 'routing', account.sealed)).toThrow()
  expect(() => openPayoutDetail(payoutKey, account.shop_id + 1, 'account', account.sealed)).toThrow()
})
