import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { reconcile } from '../../server/payments/reconcile.ts'
import { payAtShop } from '../support/day-prices.ts'
import { bookAtDesk } from '../support/desk-orders.ts'
import { startMoneyWorld, type MoneyWorld } from '../support/money.ts'
import { refusalOf, signUp, type Answer, type Person } from '../support/people.ts'
import { addMember, openShopWithDesk } from '../support/shop-people.ts'
import { startNow } from '../support/work-orders.ts'

let world: MoneyWorld
let owner: Person
let desk: Person
let technician: Person
let shopId: number
let bookings = 0

const part = 10_000
const price = 49_900

beforeAll(async () => {
  world = await startMoneyWorld()
  ;({ owner, desk, shopId } = await openShopWithDesk(world))
  technician = await addMember(world, owner, shopId, 'technician', 'Terry Tech')
})
beforeEach(async () => {
  await world.context.database.pool.query('delete from rate_limits')
  world.customer = await signUp(world)
})
afterEach(async () => expect((await reconcile(world.context)).differences).toEqual([]))
afterAll(() => world.stop())

const query = async (text: string, values: unknown[]) =>
  (await world.context.database.pool.query(text, values)).rows
const nextDate = () => {
  bookings += 1
  return `${world.day(1 + Math.floor(bookings / 4))} ${String(9 + (bookings % 4)).padStart(2, '0')}:00`
}
const detailsOf = async (id: string, person = desk) =>
  (await person.get(`/api/admin/appointments/${id}`)).body
const giveBack = (id: string, leftAtShopCents: unknown, person = desk) =>
  person.post(`/api/admin/appointments/${id}/payment/return`, { leftAtShopCents })
const cancelBy = (person: Person, id: string) =>
  person.patch(`/api/admin/appointments/${id}/status`, { status: 'cancelled' })

async function attentionOf(id: string): Promise<{ reason: string; sentence: string }[]> {
  const { items } = (await desk.get(`/api/admin/attention?shopId=${shopId}`)).body
  return items.filter(({ appointmentId }: { appointmentId: string }) => appointmentId === id)
}

async function mailsOf(id: string): Promise<Record<string, number | undefined>> {
  const rows = await query(
    `select kind, payload from outbox where payload ->> 'appointmentId' = $1 and kind like '%appointment_cancelled'`,
    [id],
  )
  return Object.fromEntries(rows.map(({ kind, payload }) => [kind, payload.leftAtShopCents]))
}

async function begun(): Promise<string> {
  const id = await world.book({ shopId, date: nextDate(), email: world.customer.email })
  await startNow(world, id)
  return id
}

async function withPart(): Promise<string> {
  const id = await begun()
  expect((await payAtShop(desk, id, part)).status).toBe(200)
  return id
}

type Way = { cents: number; reach: () => Promise<string>; cancel: (id: string) => Promise<Answer> }

/** Every way in which an appointment is cancelled after a payment at the shop. */
const ways: Record<string, Way> = {
  'a part, by the shop': { cents: part, reach: withPart, cancel: (id) => cancelBy(desk, id) },
  'a part, by an administrator': {
    cents: part,
    reach: withPart,
    cancel: (id) => cancelBy(world.administrator, id),
  },
  'a part, by the customer after a move': {
    cents: part,
    reach: async () => {
      const id = await withPart()
      expect((await desk.patch(`/api/admin/appointments/${id}`, { date: nextDate() })).status).toBe(200)
      return id
    },
    cancel: (id) => world.customer.patch(`/api/appointments/${id}`, { status: 'cancelled' }),
  },
  'a part beside the card, after the work': {
    cents: part,
    reach: async () => {
      const id = await withPart()
      expect((await world.capture(id, desk)).status).toBe(200)
      return id
    },
    cancel: (id) => cancelBy(world.administrator, id),
  },
  'all, after the work': {
    cents: price,
    reach: async () => {
      const id = await begun()
      await payAtShop(desk, id)
      return id
    },
    cancel: (id) => cancelBy(world.administrator, id),
  },
  'all, without a card': {
    cents: price,
    reach: async () => {
      const { body } = await bookAtDesk(desk, { shopId, date: nextDate() })
      await startNow(world, body.id)
      await payAtShop(desk, body.id)
      return body.id
    },
    cancel: (id) => cancelBy(world.administrator, id),
  },
}

test.each(Object.entries(ways))('%s: everyone reads that the shop owes it back', async (name, way) => {
  const id = await way.reach()
  const { cents } = way
  const words = `The customer paid $${cents / 100} at the shop: give it back.`
  const answer = await way.cancel(id)
  expect(answer.status).toBe(200)
  if (!name.includes('customer')) expect(answer.body.note).toBe(words)
  const mails = await mailsOf(id)
  if (!name.includes('without a card')) expect(mails['appointment_cancelled']).toBe(cents)
  expect(mails['shop_appointment_cancelled']).toBe(cents)
  expect(await attentionOf(id)).toMatchObject([
    { reason: 'return_due', leftAtShopCents: cents, sentence: `The appointment is cancelled. ${words}` },
  ])
  expect((await detailsOf(id)).leftAtShopCents).toBe(cents)
  expect((await reconcile(world.context)).differences).toEqual([])

  for (const other of [cents - 1, cents + 1])
    expect(refusalOf(await giveBack(id, other))).toEqual([409, 'refund_changed'])
  const both = await Promise.all([giveBack(id, cents), giveBack(id, cents, owner)])
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  expect(refusalOf(await giveBack(id, cents - 1))).toEqual([409, 'refund_changed'])
  expect(await attentionOf(id)).toEqual([])
  const details = await detailsOf(id)
  expect(details.leftAtShopCents).toBe(0)
  expect(details.timeline.map(({ title }: { title: string }) => title)).toContain(
    `$${cents / 100} given back at the shop`,
  )
  const [paid] = await query(
    `select sum(case movement when 'returned_at_shop' then -amount_cents else amount_cents end)::int as cents
     from ledger where appointment_id = $1 and movement in ('paid_otherwise', 'paid_otherwise_in_part', 'returned_at_shop')`,
    [id],
  )
  expect(paid.cents).toBe(0)
})

test('nothing is given back of an appointment that stands, nor by others, nor where nothing was paid', async () => {
  const id = await withPart()
  expect(refusalOf(await giveBack(id, part))).toEqual([409, 'appointment_not_changeable'])
  const unpaid = await begun()
  await cancelBy(desk, unpaid)
  expect(refusalOf(await giveBack(unpaid, part))).toEqual([409, 'appointment_not_changeable'])
  await cancelBy(desk, id)
  for (const person of [technician, world.customer])
    expect([403, 404]).toContain((await giveBack(id, part, person)).status)
  for (const wrong of [0, -1, 0.5, '100', null]) expect((await giveBack(id, wrong)).status).toBe(400)
  expect((await giveBack(id, part, world.administrator)).status).toBe(200)
})

test('a sale that is given back has no sales tax, and none in the statement', async () => {
  const [{ package_id: packageId }] = await query(
    'select package_id from appointments order by created_at desc limit 1',
    [],
  )
  await query('update shops set tax_rate = 9750 where id = $1', [shopId])
  await query('insert into taxable_shares (shop_id, package_id, percent) values ($1, $2, 100)', [
    shopId,
    packageId,
  ])
  const id = await begun()
  await payAtShop(desk, id)
  await cancelBy(world.administrator, id)
  const [{ cents }] = await query(
    `select sum(amount_cents)::int as cents from ledger where appointment_id = $1 and movement = 'tax_collected'`,
    [id],
  )
  expect(cents).toBeGreaterThan(0)
  await giveBack(id, price)
  const month = new Date(world.context.clock.now()).toISOString().slice(0, 7)
  const { body } = await owner.get(`/api/admin/shops/${shopId}/statement?month=${month}`)
  const rows = body.rows.filter(({ appointmentId }: { appointmentId: string }) => appointmentId === id)
  expect(rows.map(({ movement, amountCents }: Record<string, unknown>) => [movement, amountCents])).toEqual([
    ['paid_otherwise', price],
    ['tax_collected', cents],
    ['returned_at_shop', -price],
    ['tax_returned', -cents],
  ])
  const { amounts } = (await desk.get(`/api/admin/appointments/${id}/receipt`)).body
  expect(amounts.slice(-2)).toMatchObject([
    { label: 'Given back at the shop', amount: '−$499' },
    { label: 'You paid after refunds', amount: '$0' },
  ])
})

test('reconcile finds a cancellation that says nothing of the money at the shop', async () => {
  const id = await withPart()
  await cancelBy(desk, id)
  // As a version without this rule left it.
  await query('alter table ledger disable trigger ledger_is_append_only', [])
  await query(`delete from ledger where appointment_id = $1 and movement = 'return_due'`, [id])
  await query('alter table ledger enable trigger ledger_is_append_only', [])
  expect((await reconcile(world.context)).differences).toEqual([
    `appointment ${id}: $100 was paid at the shop, and nothing says that it is owed back`,
  ])
  expect((await giveBack(id, part)).status).toBe(200)
})
