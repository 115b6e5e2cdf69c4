import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { Pool } from 'pg'
import { bookingWindow, weekdaysOfWindow } from '../contract/slots/booking-window.ts'
import { instantOfWallTime } from '../contract/time.ts'
import type { Bench } from './bench.ts'
import { outsideOf, type Outside } from './outside.ts'
import { createDatabase, signInAdministrator, signUpCustomer, startServer, type Server } from './product.ts'
import type { Asked } from './run-load.ts'

const zone = 'America/Los_Angeles'
const shopCount = 1000
/** Numbers that nothing else has, so that they are known again wherever a statement carries them. */
const firstShop = 200_001
const firstBay = 3_000_001
const firstRaceShop = 400_001
const raceShopCount = 60

/** A time that can be sold once, in the order in which they are sold: one in every shop before the second in any. */
export type Slot = { n: number; shopId: number; day: string; hour: number }

/** The built server over a thousand shops with two bays each, and people who book there. */
export type Market = {
  server: Server
  /** All processes that share the database, `server` the first of them. */
  processes: readonly Server[]
  databaseUrl: string
  pool: Pool
  outside: Outside
  days: readonly string[]
  administrator: string
  /** The sessions of customers. */
  customers: readonly string[]
  slots: readonly Slot[]
  /** Shops with one bay, of which nobody buys but in a race. */
  raceShops: readonly number[]
  close(): Promise<void>
}

async function insertShops(pool: Pool): Promise<void> {
  const lastShop = firstShop + shopCount - 1
  const lastRaceShop = firstRaceShop + raceShopCount - 1
  await pool.query(
    `insert into shops (id, business_name, address, time_zone, status)
      select id, 'Garage ' || id, id || ' Main St', $1, 'approved'
      from (select generate_series($2::integer, $3::integer) union all select generate_series($4::integer, $5::integer)) s (id)`,
    [zone, firstShop, lastShop, firstRaceShop, lastRaceShop],
  )
  await pool.query(
    `insert into shop_hours (shop_id, weekday, is_open, opens_at, closes_at)
      select s.id, weekday, weekday < 6, '09:00', '17:00' from shops s, generate_series(1, 7) weekday where s.id >= $1`,
    [firstShop],
  )
  await pool.query(
    `insert into bays (id, shop_id, name)
      select $1::integer + 2 * (id - $2::integer) + bay, id, 'Bay ' || bay
      from shops, generate_series(0, 1) bay where id between $2 and $3 or (id >= $4 and bay = 0)`,
    [firstBay, firstShop, lastShop, firstRaceShop],
  )
}

/**
 * What these shops have done so far: one charged job a bay on each weekday of the last days. Without it PostgreSQL would plan for tables
 * that are empty, where one index seems as good as another, and a shop in use has none of those.
 */
async function insertHistory(pool: Pool, days: number): Promise<void> {
  await pool.query(
    `insert into users (id, name, email) values ('history', 'Casey Rivera', 'history@example.test')`,
  )
  await pool.query(
    `insert into appointments (id, shop_id, bay_id, customer_id, package_id, price_cents, starts_at, ends_at, state, customer_name,
        customer_email, customer_phone, vehicle_year, vehicle_make, vehicle_model, vehicle_vin, created_at)
      select gen_random_uuid(), b.shop_id, b.id, 'history', 1, 49900, starts_at, starts_at + interval '3 hours', 'completed', 'Casey Rivera',
        'history-' || b.id || '@example.test', '6265550142', 2021, 'BMW', 'X5', 'WBAJU7C51KB123456', starts_at - interval '12 days'
      from generate_series(current_date - $3::integer, current_date - 1, interval '1 day') day,
        lateral (select (day + time '09:00') at time zone $1 as starts_at) at, bays b
      where b.id >= $2 and extract(isodow from day) < 6 order by starts_at, b.id`,
    [zone, firstBay, days],
  )
  await pool.query(
    `insert into holds (id, appointment_id, shop_id, amount_cents, payment_method_id, provider_intent_id, status, captured_cents,
        capture_cents, card_brand, card_last_four, live_at, changed_at, created_at)
      select gen_random_uuid(), id, shop_id, price_cents, 'pm_card_visa', 'pi_' || id, 'captured', price_cents, price_cents, 'visa', '4242',
        created_at, ends_at, created_at from appointments`,
  )
  await pool.query(
    `insert into ledger (appointment_id, shop_id, hold_id, movement, amount_cents, recorded_at)
      select appointment_id, shop_id, id, movement, amount_cents, created_at
      from holds, unnest(array['hold_requested', 'hold_placed', 'captured']) movement`,
  )
}

/** Every time that can be sold, for whoever goes around the product: two jobs of three hours a bay and day. */
async function insertSlots(pool: Pool, days: readonly string[]): Promise<Slot[]> {
  const turns = days.flatMap((day) => [9, 12].flatMap((hour) => [0, 1].map((bay) => ({ day, hour, bay }))))
  const startOf = ({ day, hour }: { day: string; hour: number }) =>
    new Date(instantOfWallTime(day, hour * 60, zone) ?? Number.NaN)
  await pool.query(
    'create table bench_slots (n integer primary key, shop_id integer, bay_id integer, day date, starts_at timestamptz, ends_at timestamptz)',
  )
  await pool.query(
    `insert into bench_slots select (turn - 1) * $1::integer + shop, $2::integer + shop, $3::integer + 2 * shop + bay, day, starts_at,
        starts_at + interval '3 hours'
      from unnest($4::date[], $5::timestamptz[], $6::integer[]) with ordinality t (day, starts_at, bay, turn),
        generate_series(0, $1::integer - 1) shop`,
    [
      shopCount,
      firstShop,
      firstBay,
      turns.map(({ day }) => day),
      turns.map(startOf),
      turns.map(({ bay }) => bay),
    ],
  )
  return turns.flatMap(({ day, hour }, turn) =>
    Array.from({ length: shopCount }, (_, shop) => ({
      n: turn * shopCount + shop,
      shopId: firstShop + shop,
      day,
      hour,
    })),
  )
}

async function openMarket(bench: Bench, poolSize: number, processCount: number): Promise<Market> {
  const name = `market_${poolSize}_${processCount}`
  const databaseUrl = await createDatabase(bench, name)
  const pool = new Pool({ connectionString: databaseUrl, max: 4 })
  const days = weekdaysOfWindow(bookingWindow(Date.now(), zone))
  await insertShops(pool)
  const slots = await insertSlots(pool, days)
  await insertHistory(pool, bench.quick ? 2 : 14)
  await pool.query('vacuum analyze')
  const outside = await outsideOf(bench)
  const processes: Server[] = []
  for (let number = 0; number < processCount; number++)
    processes.push(
      await startServer(bench, {
        name: `${name}_${number}`,
        databaseUrl,
        outside,
        env: { POOL_SIZE: String(poolSize) },
      }),
    )
  const [server] = processes
  if (!server) throw new Error('a market needs a process')
  const customers: string[] = []
  for (let person = 0; person < 8; person++)
    customers.push(await signUpCustomer(server, `driver-${person}@example.test`))
  const market: Market = {
    server,
    processes,
    databaseUrl,
    pool,
    outside,
    days,
    administrator: await signInAdministrator(server),
    customers,
    slots,
    raceShops: Array.from({ length: raceShopCount }, (_, index) => firstRaceShop + index),
    close: async () => {
      for (const process of processes) await process.close()
      await pool.end()
    },
  }
  await pauseMails(market)
  return market
}

/** The market of so many processes with so many connections each to its database; the same one for all who ask for as many. */
export function marketOf(bench: Bench, poolSize: number, processCount = 1): Promise<Market> {
  return bench.once(`market ${poolSize} ${processCount}`, () => openMarket(bench, poolSize, processCount))
}

/**
 * Mails wait in the outbox until they are measured themselves: the sender's next run is one of tomorrow, and there is never a second. One that is
 * taken for at work would fail every look for work, once a second.
 */
export async function pauseMails({ pool }: Market): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      await pool.query(
        `insert into jobs.job (name, policy, start_after, keep_until)
          values ('notifications.send-outbox', 'stately', now() + interval '1 day', now() + interval '2 days')`,
      )
      break
    } catch (error) {
      // A run waits at this very moment, or the engine has not made its tables yet.
      const { code = '' } = error as { code?: string }
      if (!['23505', '23514', '3F000', '42P01'].includes(code) || tries === 100) throw error
      await wait(100)
    }
  }
  while (await isSenderAtWork(pool)) await wait(20)
}

async function isSenderAtWork(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query(
    `select id from jobs.job where name = 'notifications.send-outbox' and state = 'active'`,
  )
  return rows.length > 0
}

export async function resumeMails({ pool }: Market): Promise<void> {
  await pool.query(
    `delete from jobs.job where name = 'notifications.send-outbox' and start_after > now() + interval '1 hour'`,
  )
  // The next tick may be fifteen seconds away.
  await pool.query(
    `insert into jobs.job (name, policy) values ('notifications.send-outbox', 'stately') on conflict do nothing`,
  )
}

const soldTables = ['appointments', 'holds', 'ledger', 'order_requests']

/**
 * Takes every appointment to come away, so that each round sells the same times, and what is left of them in the tables. The ledger
 * refuses that otherwise.
 */
export async function emptyMarket({ pool }: Pick<Market, 'pool'>): Promise<void> {
  await pool.query(`begin; set local session_replication_role = replica;
    create temp table sold on commit drop as select id from appointments where starts_at > now();
    delete from ledger where appointment_id in (select id from sold);
    delete from holds where appointment_id in (select id from sold);
    delete from order_requests;
    delete from appointments where id in (select id from sold);
    truncate outbox cascade; commit`)
  for (const table of soldTables) await pool.query(`vacuum ${table}`)
}

/** An order for a time, as the browser sends it, by one of the customers. */
export function orderOf({ customers }: Pick<Market, 'customers'>, { n, shopId, day, hour }: Slot): Asked {
  return {
    method: 'POST',
    path: '/api/appointments',
    headers: {
      cookie: customers[n % customers.length] ?? '',
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify({
      paymentMethodId: 'pm_card_visa',
      amount: 499,
      capture_method: 'manual',
      name: 'Casey Rivera',
      email: `receipt-${n}@example.test`,
      phone: '(626) 555-0142',
      date: `${day} ${String(hour).padStart(2, '0')}:00`,
      vehicleInfo: { year: 2021, make: 'BMW', model: 'X5', vin: 'WBAJU7C51KB123456' },
      productId: 1,
      shopId,
    }),
    expects: 201,
  }
}
