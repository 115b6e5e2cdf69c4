import { setTimeout as wait } from 'node:timers/promises'
import { lendBrowser, openBoard, type BoardWatcher, type OpenBoard } from '../tests/reliability/live-board.ts'
import { orderFor } from '../tests/support/orders.ts'
import { personWith } from '../tests/support/people.ts'
import type { Bench } from './bench.ts'
import { atMost, format, median, percentile, type Figure } from './figures.ts'
import { processorMsFor } from './processor-time.ts'
import { createDatabase, signUpCustomer, startProduct } from './servers.ts'
import { bookingWindow, weekdaysOfWindow } from '../contract/slots/booking-window.ts'

const boards = 200
/** A session has 8 streams at most. */
const boardsPerPerson = 8
const restSeconds = 30
const bookings = 10
const patienceMs = 30_000

async function untilAll(open: readonly OpenBoard[], isThere: (board: OpenBoard) => boolean): Promise<void> {
  for (const until = Date.now() + patienceMs; Date.now() < until; await wait(20))
    if (open.every(isThere)) return
  throw new Error('a board lacks something after 30 seconds')
}

/**
 * Open boards of one shop: the share of a processor that their streams use while nothing happens, and the
 * time until a booking is on all of them.
 */
export async function measureLive(bench: Bench): Promise<Figure[]> {
  const { databaseUrl, pool } = await createDatabase(bench, 'live')
  const server = await startProduct(bench, databaseUrl)
  await pool.query(`insert into bays (shop_id, name) select 5, 'Bay ' || n from generate_series(3, 40) n`)
  const people: BoardWatcher[] = []
  for (let index = 0; index * boardsPerPerson < boards; index++) {
    const email = `desk-${index}@example.test`
    const cookie = await signUpCustomer(server, email)
    const { rows } = await pool.query<{ id: string }>(
      `insert into shop_members (shop_id, user_id, role) select 5, id, 'desk' from users where email = $1
        returning user_id as id`,
      [email],
    )
    people.push({ ...personWith(server, cookie, email), id: rows[0]?.id ?? '' })
  }
  const days = weekdaysOfWindow(bookingWindow(Date.now(), 'America/Los_Angeles'))
  const [day = ''] = days
  const measureRest = () => processorMsFor(server.pid, pool, () => wait(restSeconds * 1000))
  const giveBrowserBack = lendBrowser(server.url, people)
  const open = Array.from({ length: boards }, (_, index) => {
    const person = people[Math.floor(index / boardsPerPerson)]
    if (!person) throw new Error('there are too few people')
    return openBoard(person, { from: day })
  })
  try {
    await untilAll(open, (board) => board.state() === 'live')
    // The boards load once after they are live.
    await wait(3_000)
    const restMs = await measureRest()
    const customer = personWith(server, await signUpCustomer(server, 'live-customer@example.test'))
    const delays: number[] = []
    for (let booking = 0; booking < bookings; booking++) {
      const order = orderFor({ bookableDays: () => days })
      const answer = await customer.post('/api/appointments', order)
      if (answer.status !== 201) throw new Error(`a booking was answered ${answer.status}`)
      const [id, at] = [answer.body.id as string, performance.now()]
      await untilAll(open, ({ shownAt }) => shownAt.has(id))
      delays.push(...open.map(({ shownAt }) => Math.max(0, (shownAt.get(id) ?? 0) - at)))
    }
    for (const board of open) board.close()
    // The jobs of the server run with or without boards.
    const idleMs = await measureRest()
    const [own, idle] = [restMs / (restSeconds * 10), idleMs / (restSeconds * 10)]
    return [
      atMost(
        5,
        `${boards} open boards at rest, share of a processor`,
        own - idle,
        `${format(own)} - ${format(idle)} without boards = ${format(own - idle)} %`,
      ),
      atMost(
        2_000,
        `95 % of ${boards} open boards show a booking after its acknowledgment within`,
        percentile(delays, 0.95),
        `${format(percentile(delays, 0.95))} ms, half within ${format(median(delays))} ms`,
      ),
    ]
  } finally {
    for (const board of open) board.close()
    giveBrowserBack()
  }
}
