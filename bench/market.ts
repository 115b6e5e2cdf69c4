import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import type { Bench } from './bench.ts'
import type { Request } from './http-client.ts'
import { listBookableDays, listWeekdays, seedAppointments, seedShops, zone } from './seed.ts'
import { createDatabase, signInAdministrator, signUpCustomer, startProduct } from './servers.ts'

const firstShop = 200_001
const shopCount = 4000
const raceShopCount = 60
export const poolSize = 8

export type Slot = { shopId: number; day: string; hour: number }

/**
 * Every free time as a row, for statements that book without the product: one at each shop before the second
 * at any.
 */
async function createSlotTable(pool: Pool, days: readonly string[]): Promise<void> {
  await pool.query('create sequence bench_next')
  await pool.query(
    `create table bench_slots as
      select row_number() over (order by day, hour, bay, shop_id)::integer as n, shop_id, shop_id * 10 + bay as bay_id, day,
        starts_at, starts_at + interval '3 hours' as ends_at
      from generate_series($1::integer, $2::integer) shop_id, unnest($3::date[]) day, unnest(array[9, 12]) hour,
        generate_series(0, 1) bay, lateral (select (day + make_time(hour, 0, 0)) at time zone $4 as starts_at) at`,
    [firstShop, firstShop + shopCount - 1, days, zone],
  )
  await pool.query('alter table bench_slots add primary key (n)')
}

const mailAddress = 'casey@example.test'

/** The built product over 4,000 shops, with customers and an administrator who are signed in. */
async function open(bench: Bench) {
  const { databaseUrl, pool } = await createDatabase(bench, 'market')
  const days = listBookableDays()
  const shops = Array.from({ length: shopCount }, (_, index) => firstShop + index)
  const raceShops = Array.from({ length: raceShopCount }, (_, index) => firstShop + shopCount + index)
  const busyShop = firstShop + shopCount + raceShopCount
  await seedShops(pool, [...shops, busyShop], 2)
  await seedShops(pool, raceShops, 1)
  await createSlotTable(pool, days)
  // Without a history PostgreSQL would plan for empty tables.
  await seedAppointments(pool, [...shops, busyShop], listWeekdays(-4, -1).slice(-1))
  await pool.query(
    `update appointments set starts_at = starts_at + interval '14 days', ends_at = ends_at + interval '14 days'
      where shop_id = $1`,
    [busyShop],
  )
  const server = await startProduct(bench, databaseUrl, { POOL_SIZE: String(poolSize) })
  const customers: string[] = []
  for (let number = 0; number < 8; number++)
    customers.push(await signUpCustomer(server, `customer-${number}@example.test`))
  // The address of the orders, so that a booking sends one mail.
  await pool.query(
    'insert into customer_addresses (user_id, email, asked_at, proven_at) select id, $1, now(), now() from users',
    [mailAddress],
  )
  let left = days.length * 4 * shopCount
  return {
    server,
    databaseUrl,
    pool,
    days,
    /** A shop with appointments on a day: the morning full, the afternoon half free. */
    busy: { shopId: busyShop, day: listWeekdays(10, 13).at(-1) ?? '' },
    /** Shops with one bay and no appointments. */
    raceShops,
    customers,
    administrator: await signInAdministrator(server),
    /** Another free time, from the last one on; `bench_slots` is taken from the first one on. */
    nextSlot: (): Slot => {
      left--
      const turn = Math.floor(left / shopCount)
      const shopId = firstShop + (left % shopCount)
      return { shopId, day: days[Math.floor(turn / 4)] ?? '', hour: turn % 4 < 2 ? 9 : 12 }
    },
    close: () => server.close(),
  }
}

export type Market = Awaited<ReturnType<typeof open>>

/** The market of the run: availability, booking, race and memory share its server. */
export function openMarket(bench: Bench): Promise<Market> {
  return bench.once('market', () => open(bench))
}

/** An order as the browser sends it. */
export function orderFor(cookie: string, { shopId, day, hour }: Slot): Request & { body: string } {
  return {
    path: '/api/appointments',
    headers: { cookie, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify({
      paymentMethodId: 'pm_card_visa',
      amount: 499,
      capture_method: 'manual',
      name: 'Casey Rivera',
      email: mailAddress,
      phone: '(626) 555-0142',
      date: `${day} ${String(hour).padStart(2, '0')}:00`,
      vehicleInfo: { year: 2013, make: 'BMW', model: 'X5', vin: 'WBAJU7C51KB123456' },
      productId: 1,
      shopId,
    }),
  }
}
