import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { AppointmentOrder, OrderReply } from '../../contract/booking/appointments.ts'
import type { User } from '../../contract/identity/identity.ts'
import { Refusal } from '../../contract/refusals.ts'
import { builtInShopId } from '../../contract/shops/shops.ts'
import { bookAppointment } from '../../server/booking/book-appointment.ts'
import { countLockWaits, duringTransaction } from '../support/lock-waits.ts'
import { mailsTo } from '../support/mails.ts'
import { patience, startMoneyWorld, type MoneyWorld } from '../support/money.ts'
import { orderFor } from '../support/orders.ts'
import { openShop } from '../support/people.ts'

let world: MoneyWorld
let customer: User
/** Shops with one bay each. */
let shops: number[]
/** Each test books on its own day. */
let day = -1

beforeAll(async () => {
  world = await startMoneyWorld()
  const opened = await Promise.all(Array.from({ length: 4 }, () => openShop(world, world.administrator)))
  shops = opened.map(({ shopId }) => shopId)
  const { rows } = await world.context.database.pool.query<User>('select * from users where email = $1', [
    world.customer.email,
  ])
  if (!rows[0]) throw new Error('the customer was not found')
  customer = rows[0]
})
afterAll(() => world.stop())
beforeEach(() => (day += 1))

const network = '192.0.2.7'
const mailboxOf = (shopId: number): string => `day-${day}-shop-${shopId}@example.test`

function orderAt(shopId: number, changes: Record<string, unknown> = {}): AppointmentOrder {
  const date = `${world.day(day)} 09:00`
  return orderFor(world, { shopId, date, email: mailboxOf(shopId), ...changes }) as AppointmentOrder
}

type Told = PromiseSettledResult<OrderReply>

/** Books all orders in one tick of the event loop. */
function bookAll(orders: readonly AppointmentOrder[], key?: string): Promise<Told[]> {
  return Promise.allSettled(
    orders.map((order) =>
      bookAppointment(world.context, customer, network, { order, key: key ?? randomUUID() }),
    ),
  )
}

function toldOf(one: Told): string {
  if (one.status === 'fulfilled') return 'booked'
  return one.reason instanceof Refusal ? one.reason.code : String(one.reason)
}

const idsOf = (told: readonly Told[]): string[] =>
  told.flatMap((one) => (one.status === 'fulfilled' ? [one.value.id] : []))

/** Counts the transactions that inserted the holds of these appointments. */
async function countClaimingTransactions(ids: readonly string[]): Promise<number> {
  const { rows } = await world.context.database.pool.query(
    `select distinct xmin::text from ledger where movement = 'hold_requested' and appointment_id = any ($1)`,
    [ids],
  )
  return rows.length
}

async function expectBooked(told: readonly Told[]): Promise<void> {
  for (const id of idsOf(told)) {
    expect((await world.own(id)).status).toBe('scheduled')
    expect(await world.movementsOf(id)).toEqual(['hold_requested', 'hold_placed'])
    expect(await world.statusesOf(id)).toEqual(['requires_capture'])
  }
}

test('concurrent claims at several shops each commit in their own transaction, with their own money, key and mail', async () => {
  const keys = shops.map(() => randomUUID())
  const asked = shops.map((shopId) => orderAt(shopId))
  const book = () =>
    Promise.allSettled(
      asked.map((order, index) =>
        bookAppointment(world.context, customer, network, { order, key: keys[index] }),
      ),
    )
  const told = await book()
  expect(told.map(toldOf)).toEqual(shops.map(() => 'booked'))
  const ids = idsOf(told)
  expect(await countClaimingTransactions(ids)).toBe(shops.length)
  for (const [index, id] of ids.entries()) {
    const own = await world.own(id)
    expect([own.shopId, own.appointmentDate]).toEqual([shops[index], `${world.day(day)} 09:00:00`])
  }
  await expectBooked(told)
  await world.runJobs()
  for (const shopId of shops)
    expect((await mailsTo(world, mailboxOf(shopId))).map(({ subject }) => subject.split(':')[0])).toEqual([
      'Confirmed',
    ])
  // The same keys again return the same appointments.
  expect(idsOf(await book())).toEqual(ids)
})

test('of five concurrent claims for one bay and time at each shop, one is booked and four are refused', async () => {
  const told = await bookAll(shops.flatMap((shopId) => Array.from({ length: 5 }, () => orderAt(shopId))))
  for (const [index] of shops.entries())
    expect(
      told
        .slice(index * 5, index * 5 + 5)
        .map(toldOf)
        .toSorted(),
    ).toEqual(['booked', 'slot_taken', 'slot_taken', 'slot_taken', 'slot_taken'])
  await expectBooked(told)
})

test('a refused claim does not affect concurrent claims', async () => {
  const [one = 0, other = 0, third = 0, fourth = 0] = shops
  const told = await bookAll([
    orderAt(one),
    orderAt(other, { amount: 1 }),
    orderAt(third, { date: `${world.day(day)} 16:00` }),
    orderAt(999_999),
    orderAt(fourth),
    orderAt(builtInShopId),
  ])
  expect(told.map(toldOf)).toEqual([
    'booked',
    'price_changed',
    'ends_after_closing',
    'shop_unknown',
    'booked',
    'booked',
  ])
  await expectBooked(told)
})

test('claims that wait for a shop lock do not delay a claim at another shop', async () => {
  const [free = 0, ...kept] = shops
  const { pool } = world.context.database
  await duringTransaction(pool, async (client) => {
    await client.query('select from shops where id = any ($1) for no key update', [kept])
    const waiting = bookAll(kept.map((shopId) => orderAt(shopId)))
    await expect.poll(() => countLockWaits(pool), patience).toBe(kept.length)
    expect((await bookAll([orderAt(free)])).map(toldOf)).toEqual(['booked'])
    expect(await countLockWaits(pool)).toBe(kept.length)
    await client.query('rollback')
    expect((await waiting).map(toldOf)).toEqual(kept.map(() => 'booked'))
  })
})

test('a claim that the database cannot insert fails alone', async () => {
  const [one = 0, broken = 0, third = 0] = shops
  const { pool } = world.context.database
  await pool.query(`create function refuse_claims() returns trigger language plpgsql as
      $$ begin raise exception 'no claim today' using errcode = 'XX000'; end $$;
    create trigger refuse_claims before insert on appointments
      for each row when (new.customer_email = '${mailboxOf(broken)}') execute function refuse_claims()`)
  const told = await bookAll([orderAt(one), orderAt(broken), orderAt(third)])
  await pool.query('drop function refuse_claims cascade')
  expect(told.map(toldOf)).toEqual(['booked', 'error: no claim today', 'booked'])
  await expectBooked(told)
})

test('of two concurrent orders with one key, one is booked and the other is refused as changed', async () => {
  const [one = 0, other = 0, third = 0] = shops
  const key = randomUUID()
  const [beside, told] = await Promise.all([
    bookAll([orderAt(third)]),
    bookAll([orderAt(one), orderAt(other)], key),
  ])
  expect(told.map(toldOf).toSorted()).toEqual(['booked', 'request_changed'])
  expect(beside.map(toldOf)).toEqual(['booked'])
  await expectBooked([...beside, ...told])
})
