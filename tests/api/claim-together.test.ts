import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { AppointmentOrder, OrderReply } from '../../contract/appointments/appointments.ts'
import type { User } from '../../contract/identity/identity.ts'
import { Refusal } from '../../contract/refusals.ts'
import { builtInShopId } from '../../contract/shops/shops.ts'
import { bookAppointment } from '../../server/appointments/book-appointment.ts'
import { claimByItself, claimFreeSlots } from '../../server/appointments/claim-slots.ts'
import { countLockWaits, duringTransaction } from '../support/lock-waits.ts'
import { mailsTo } from '../support/mails.ts'
import { patience, startMoneyWorld, type MoneyWorld } from '../support/money.ts'
import { orderFor } from '../support/orders.ts'
import { openShop } from '../support/people.ts'

let world: MoneyWorld
let customer: User
/** Shops with one bay each. */
let shops: number[]
/** Each test books on a day of its own. */
let day = -1

beforeAll(async () => {
  world = await startMoneyWorld()
  const opened = await Promise.all(Array.from({ length: 4 }, () => openShop(world, world.administrator)))
  shops = opened.map(({ shopId }) => shopId)
  const { rows } = await world.context.database.pool.query<User>('select * from users where email = $1', [
    world.customer.email,
  ])
  if (!rows[0]) throw new Error('the customer is not there')
  customer = rows[0]
})
afterAll(() => world.stop())
beforeEach(() => (day += 1))

const mailboxOf = (shopId: number): string => `day-${day}-shop-${shopId}@example.test`

function orderAt(shopId: number, changes: Record<string, unknown> = {}): AppointmentOrder {
  const date = `${world.day(day)} 09:00`
  return orderFor(world, { shopId, date, email: mailboxOf(shopId), ...changes }) as AppointmentOrder
}

type Told = PromiseSettledResult<OrderReply>

/** Books all of them at one moment: they come to the database together. */
function bookAll(orders: readonly AppointmentOrder[], key?: string): Promise<Told[]> {
  return Promise.allSettled(
    orders.map((order) => bookAppointment(world.context, customer, order, key ?? randomUUID())),
  )
}

function toldOf(one: Told): string {
  if (one.status === 'fulfilled') return 'booked'
  return one.reason instanceof Refusal ? one.reason.code : String(one.reason)
}

const idsOf = (told: readonly Told[]): string[] =>
  told.flatMap((one) => (one.status === 'fulfilled' ? [one.value.id] : []))

/** In how many transactions the holds of these appointments were written down. */
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

test('those who claim while another does are claimed in one transaction, each with their own shop, money, key and mail', async () => {
  const keys = shops.map(() => randomUUID())
  const asked = shops.map((shopId) => orderAt(shopId))
  const book = () =>
    Promise.allSettled(
      asked.map((order, index) => bookAppointment(world.context, customer, order, keys[index])),
    )
  const told = await book()
  expect(told.map(toldOf)).toEqual(shops.map(() => 'booked'))
  const ids = idsOf(told)
  // The first was alone when it came.
  expect(await countClaimingTransactions(ids.slice(1))).toBe(1)
  expect(await countClaimingTransactions(ids)).toBe(2)
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
  // The same orders once more stand for the same appointments.
  expect(idsOf(await book())).toEqual(ids)
})

test('whoever of them is refused hears why, and those beside them are booked', async () => {
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
  // The first was alone when it came.
  expect(await countClaimingTransactions(idsOf(told.slice(1)))).toBe(1)
  await expectBooked(told)
})

test('a shop is claimed once in one transaction: a second claim there is tried by itself', async () => {
  const [shopId = 0, other = 0] = shops
  const start = { day: world.day(day), minutes: 9 * 60 }
  const claiming = (shop: number) => ({
    id: randomUUID(),
    order: orderAt(shop),
    customerId: customer.id,
    request: null,
    shopId: shop,
    packageId: 1,
    start,
    now: world.context.clock.now(),
  })
  const outcomes = await claimFreeSlots(world.context, [claiming(shopId), claiming(shopId), claiming(other)])
  expect(outcomes.map((outcome) => outcome && 'hold' in outcome && outcome.appointment.shop_id)).toEqual([
    shopId,
    null,
    other,
  ])
  expect(await claimByItself(world.context, claiming(shopId))).toMatchObject({ code: 'slot_taken' })
})

test('however many wait for the turns of their shops, those beside them do not', async () => {
  const [free = 0, ...kept] = shops
  const { pool } = world.context.database
  await duringTransaction(pool, async (client) => {
    await client.query('select from shops where id = any ($1) for no key update', [kept])
    const waiting: Promise<Told[]>[] = []
    for (const shopId of kept) {
      waiting.push(bookAll([orderAt(shopId)]))
      await expect.poll(() => countLockWaits(pool), patience).toBe(waiting.length)
    }
    const [last = 0] = kept
    // One of a lot whose shop somebody has, and one who has a shop alone.
    const together = bookAll([orderAt(last, { date: `${world.day(day)} 13:00` }), orderAt(free)])
    expect(toldOf((await bookAll([orderAt(free, { date: `${world.day(day)} 13:00` })]))[0] as Told)).toBe(
      'booked',
    )
    expect(await countLockWaits(pool)).toBe(kept.length)
    await client.query('rollback')
    expect((await together).map(toldOf)).toEqual(['booked', 'booked'])
    expect((await Promise.all(waiting)).flat().map(toldOf)).toEqual(kept.map(() => 'booked'))
  })
})

test('one that the database cannot write fails alone', async () => {
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

test('of two orders with one key at one moment one is booked, and the other is told', async () => {
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
