import { afterAll, beforeAll, expect, test } from 'vitest'
import { startMoneyWorld, type MoneyWorld } from '../support/money.ts'
import { registerShop } from '../support/people.ts'

let world: MoneyWorld

beforeAll(async () => {
  world = await startMoneyWorld()
})
afterAll(() => world.stop())

test('repeated captures take the price once', async () => {
  const id = await world.book({ date: `${world.day(0)} 09:00` })
  const answers = await Promise.all(Array.from({ length: 8 }, () => world.capture(id)))
  expect(answers.map((answer) => answer.status)).toEqual(Array(8).fill(200))
  expect((await world.intentsOf(id))[0]).toMatchObject({ status: 'succeeded', amount_received: 49_900 })
  expect((await world.movementsOf(id)).filter((movement) => movement === 'captured')).toHaveLength(1)
})

test('after a change to a cheaper package the capture is smaller than the hold', async () => {
  const id = await world.book({ date: `${world.day(1)} 09:00`, productId: 3 })
  await world.customer.patch(`/api/appointments/${id}`, { productId: 1 })
  expect((await world.capture(id)).body).toEqual({ id, paymentStatus: 'completed' })
  expect((await world.intentsOf(id))[0]).toMatchObject({ amount: 129_900, amount_received: 49_900 })
})

test('cancelling releases the hold and frees the bay; a second cancellation changes no row', async () => {
  const date = `${world.day(2)} 09:00`
  const id = await world.book({ date })
  await world.book({ date })
  expect((await world.cancel(id)).body).toEqual({ id, paymentStatus: 'cancelled' })
  expect((await world.cancel(id)).status).toBe(200)
  expect((await world.intentsOf(id))[0]).toMatchObject({ status: 'canceled' })
  expect(await world.movementsOf(id)).toEqual([
    'hold_requested',
    'hold_placed',
    'release_requested',
    'authorization_ended',
    'hold_released',
  ])
  expect((await world.capture(id)).status).toBe(409)
  await world.book({ date })
})

test('cancelling after the capture refunds in full', async () => {
  const id = await world.book({ date: `${world.day(3)} 09:00` })
  await world.capture(id)
  expect((await world.cancel(id)).status).toBe(200)
  const intent = (await world.intentsOf(id))[0]
  expect(intent.latest_charge.amount_refunded).toBe(49_900)
  expect((await world.movementsOf(id)).slice(-3)).toEqual([
    'refund_requested',
    'authorization_ended',
    'refunded',
  ])
})

test('any status other than cancelled is refused', async () => {
  const id = await world.book({ date: `${world.day(4)} 09:00` })
  for (const status of ['completed', 'authorized', '', null]) {
    expect((await world.administrator.patch(`/api/admin/appointments/${id}/status`, { status })).status).toBe(
      400,
    )
  }
})

test('a shop acts on its own appointments, and can capture only once they have begun', async () => {
  const shop = await registerShop(world)
  const { pool } = world.context.database
  const { rows } = await pool.query<{ id: number }>(
    `update shops set status = 'approved' where owner_id = (select id from users where email = $1) returning id`,
    [shop.email],
  )
  const id = await world.book({ date: `${world.day(0)} 09:00`, shopId: rows[0]?.id })
  const early = await shop.post(`/api/admin/appointments/${id}/capture`)
  expect([early.status, early.headers.get('x-refusal')]).toEqual([409, 'not_yet_started'])
  expect((await shop.get('/api/admin/appointments')).body).toMatchObject([{ id }])
  expect((await shop.patch(`/api/admin/appointments/${id}/status`, { status: 'cancelled' })).status).toBe(200)
})

test('the ledger is append-only', async () => {
  const { pool } = world.context.database
  await expect(pool.query('update ledger set amount_cents = 1')).rejects.toThrow('append-only')
  await expect(pool.query('delete from ledger')).rejects.toThrow('append-only')
})
