import { setTimeout as wait } from 'node:timers/promises'
import { Pool } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bookingWindow, weekdaysOfWindow } from '../../contract/slots/booking-window.ts'
import { findFreePort } from '../../scripts/free-port.ts'
import { orderFor } from '../support/orders.ts'
import { signUp, type Person } from '../support/people.ts'
import { createTestDatabase } from '../support/test-database.ts'
import { startBalancingProxy } from './balancing-proxy.ts'
import { batteryRun, firstOf } from './battery-run.ts'
import type { Chance } from './chance.ts'
import { lendBrowser, openBoard, type BoardWatcher, type OpenBoard } from './live-board.ts'
import { openServerStage, type ServerProcess, type ServerStage } from './server-stage.ts'
import { widenShop } from './wide-shop.ts'

const boardsPerRun = 12
const bookingsPerRound = 12
/** The longest time until every board has everything, on a slow machine. */
const patienceMs = 30_000

const run = batteryRun('live', 2)

let stage: ServerStage
let pool: Pool
let servers: ServerProcess[]
let ports: number[]
let proxy: Awaited<ReturnType<typeof startBalancingProxy>>
let people: BoardWatcher[]
let customers: Person[]
let giveBrowserBack: () => void
let days: string[]
/** When each booking was acknowledged, by the appointment's id. */
const bookedAt = new Map<string, number>()

/** A person at the desk of shop 5. */
async function addDesk(): Promise<BoardWatcher> {
  const person = await signUp(proxy)
  const { rows } = await pool.query<{ user_id: string }>(
    `insert into shop_members (shop_id, user_id, role) select 5, id, 'desk' from users where email = $1
      returning user_id`,
    [person.email],
  )
  return { ...person, id: rows[0]?.user_id ?? '' }
}

beforeAll(async () => {
  const databaseUrl = await createTestDatabase()
  stage = await openServerStage({ DATABASE_URL: databaseUrl })
  pool = new Pool({ connectionString: databaseUrl, max: 2 })
  await widenShop(pool, 200)
  ports = [stage.port, await findFreePort()]
  servers = await Promise.all(ports.map((port) => stage.launch({ port })))
  proxy = await startBalancingProxy(ports)
  people = []
  for (let index = 0; index < boardsPerRun; index++) people.push(await addDesk())
  customers = [await signUp(proxy), await signUp(proxy), await signUp(proxy)]
  giveBrowserBack = lendBrowser(proxy.url, people)
  const now = await stage.now()
  days = weekdaysOfWindow(bookingWindow(now, 'America/Los_Angeles'))
}, 180_000)
afterAll(async () => {
  giveBrowserBack?.()
  await proxy?.close()
  await stage?.stop()
  await pool?.end()
})

const firstDay = () => days[0] ?? ''

/** Books, and repeats the order under its key until it is acknowledged, as a customer does. */
async function bookOne(chance: Chance): Promise<string> {
  const date = `${firstDay()} ${String(chance.between(9, 12)).padStart(2, '0')}:00`
  const order = orderFor({ bookableDays: () => days }, { date })
  const headers = { 'idempotency-key': `live-${chance.below(2 ** 31)}-${chance.below(2 ** 31)}` }
  const customer = chance.pick(customers)
  for (const until = Date.now() + patienceMs; Date.now() < until; await wait(50)) {
    const answer = await customer.post('/api/appointments', order, headers).catch(() => null)
    if (answer?.status === 201) {
      bookedAt.set(answer.body.id, performance.now())
      return answer.body.id as string
    }
  }
  throw new Error('a booking was never acknowledged')
}

const isLive = (board: OpenBoard) => board.state() === 'live'

async function openBoards(): Promise<OpenBoard[]> {
  const boards = people.map((person) => openBoard(person, { from: firstDay() }))
  await expect.poll(() => boards.every(isLive), { timeout: patienceMs }).toBe(true)
  return boards
}

/** Bookings of all customers, while one of the two servers is killed with -9 and started again. */
async function killWhileBooking(chance: Chance): Promise<void> {
  const booking = Array.from({ length: bookingsPerRound }, async (_, index) => {
    await wait(chance.between(0, 1500))
    return bookOne(chance.fork(index))
  })
  await wait(chance.between(0, 1200))
  const place = chance.pick([0, 1])
  await servers[place]?.kill()
  await Promise.all(booking)
  servers[place] = await stage.launch({ port: ports[place] ?? 0 })
}

const isOn = (board: OpenBoard, id: string) => board.shownAt.has(id)
const missing = (boards: readonly OpenBoard[], ids: readonly string[]): string[] =>
  boards.flatMap((board, index) =>
    ids.filter((id) => !isOn(board, id)).map((id) => `board ${index} lacks ${id}`),
  )

function percentile(sorted: readonly number[], share: number): number {
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)
}

test(
  `${run.size} kills of one of two servers: every booking appears on every open board, once (seed ${run.seed})`,
  async () => {
    const boards = await openBoards()
    for (let kill = 0; kill < run.size; kill++) {
      await killWhileBooking(run.chance.fork(kill))
      const ids = [...bookedAt.keys()]
      await expect.poll(() => firstOf(missing(boards, ids)), { timeout: patienceMs }).toEqual([])
      // The last day of the window has room again.
      await pool.query(`update appointments set state = 'cancelled' where state = 'booked'`)
    }
    const delays = boards
      .flatMap((board) =>
        [...bookedAt].map(([id, at]) => Math.max(0, (board.shownAt.get(id) ?? Infinity) - at)),
      )
      .toSorted((one, other) => one - other)
    run.report({
      kills: run.size,
      boards: boards.length,
      bookings: bookedAt.size,
      'reconnected times': boards.reduce((sum, board) => sum + board.greetings() - 1, 0),
      'p50 ms': percentile(delays, 0.5),
      'p95 ms': percentile(delays, 0.95),
      'longest ms': percentile(delays, 1),
    })
    expect(boards.flatMap((board) => board.twice)).toEqual([])
    for (const board of boards) board.close()
  },
  run.patience(30_000),
)

test('control: a board that does not ask again after a reconnect lacks the booking of the gap', async () => {
  const [person] = people
  if (!person) throw new Error('there is no person at the desk')
  const board = openBoard(person, { from: firstDay(), catchesUp: false })
  const sound = openBoard(person, { from: firstDay() })
  await expect.poll(() => isLive(board) && isLive(sound), { timeout: patienceMs }).toBe(true)
  for (const server of servers) await server.kill()
  // Written while no server listens, as a server of the version before may.
  const { rows } = await pool.query<{ id: string }>(
    `insert into appointments (id, shop_id, bay_id, customer_id, package_id, price_cents, starts_at, ends_at, state,
        customer_name, customer_email, customer_phone, vehicle_year, vehicle_make, vehicle_model, created_at)
      select gen_random_uuid(), 5, b.id, u.id, 1, 49900, $1::timestamptz, $1::timestamptz + interval '3 hours', 'booked',
        'Casey Rivera', 'receipt@example.test', '6265550142', 2013, 'BMW', 'X5', now()
      from users u, (select max(id) as id from bays where shop_id = 5) b where u.email = $2 returning id`,
    [`${firstDay()}T18:00:00Z`, customers[0]?.email],
  )
  const id = rows[0]?.id ?? ''
  servers = await Promise.all(ports.map((port) => stage.launch({ port })))
  await expect.poll(() => board.greetings(), { timeout: patienceMs }).toBe(2)
  await expect.poll(() => isOn(sound, id), { timeout: patienceMs }).toBe(true)
  expect(isOn(board, id)).toBe(false)
  board.close()
  sound.close()
})
