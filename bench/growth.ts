import type { Bench } from './bench.ts'
import { atMost, compare, format, ratioOf, type Figure } from './figures.ts'
import { openConnection } from './http-client.ts'
import { processorMsFor } from './processor-time.ts'
import { listBookableDays, listWeekdays, seedAppointments, seedShops, wanted } from './seed.ts'
import { createDatabase, signInAdministrator, signUpCustomer, startProduct } from './servers.ts'

export const firstShop = 200_001
/** Two bays with two jobs each on 250 weekdays, up to the last bookable one. */
const jobsOfShop = 1000
const days = listWeekdays(-400, 20).slice(-250)
const turnMs = 250
const rounds = 25

type Row = Record<string, unknown>
type Fixture = Awaited<ReturnType<typeof openFixture>>
type Cookies = { administrator: string; customer: string }

/**
 * The built product over a database of so many appointments: a shop for each thousand, each day equally full.
 */
export async function openFixture(bench: Bench, size: number) {
  const { databaseUrl, pool } = await createDatabase(bench, `appointments_${size}`)
  const shopIds = Array.from({ length: size / jobsOfShop }, (_, index) => firstShop + index)
  await seedShops(pool, shopIds, 2)
  await seedAppointments(pool, shopIds, days)
  const server = await startProduct(bench, databaseUrl)
  const email = 'thistlewood@example.test'
  const cookies: Cookies = {
    administrator: await signInAdministrator(server),
    customer: await signUpCustomer(server, email),
  }
  await pool.query(
    'update appointments set customer_id = (select id from users where email = $1) where customer_name = $2',
    [email, wanted.name],
  )
  const connection = await openConnection(server.url)
  const close = () => {
    connection.close()
    server.close()
  }
  return { size, pid: server.pid, pool, connection, cookies, close }
}

const pages = '/api/admin/appointments?limit=50'
const freeTimes = `/api/appointments/availability?date=${listBookableDays()[1]}&shopId=${firstShop}&productId=1`

/** Requests with the number of rows that is right at every size: free starts, or appointments. */
const requests: readonly { name: string; path: string; role: keyof Cookies; rows: number }[] = [
  { name: 'free times of a day', path: freeTimes, role: 'customer', rows: 3 },
  { name: "the administrator's page", path: pages, role: 'administrator', rows: 50 },
  { name: 'search by VIN', path: `${pages}&search=${wanted.vin}`, role: 'administrator', rows: 1 },
  { name: 'search by part of a name', path: `${pages}&search=thistlew`, role: 'administrator', rows: 3 },
  { name: "a customer's list", path: '/api/appointments/user/all', role: 'customer', rows: 3 },
]

/** Milliseconds of processor time of one response, server and database together. */
async function costOf(
  fixture: Fixture,
  { name, path, role, rows }: (typeof requests)[number],
): Promise<number> {
  let count = 0
  const used = await processorMsFor(fixture.pid, fixture.pool, async () => {
    for (const end = performance.now() + turnMs; performance.now() < end; count++) {
      const { status, body } = await fixture.connection.send({
        path,
        headers: { cookie: fixture.cookies[role] },
      })
      const found =
        status === 200 ? (JSON.parse(body) as Row[]).filter(({ available }) => available !== false) : []
      if (found.length !== rows)
        throw new Error(`${name} among ${fixture.size}: ${status} ${body.slice(0, 500)}`)
    }
  })
  return used / count
}

/**
 * The processor time of a response among 1,000 and among 100,000 appointments, with `--full` among 1,000,000
 * too.
 */
export async function measureGrowth(bench: Bench): Promise<Figure[]> {
  const small = await openFixture(bench, 1000)
  const figures: Figure[] = []
  for (const size of bench.isFull ? [100_000, 1_000_000] : [100_000]) {
    const large = await openFixture(bench, size)
    for (const request of requests) {
      const costs = [() => costOf(large, request), () => costOf(small, request)] as const
      // Warm-up: code, prepared statements and the database's pages.
      await compare(4, ...costs)
      const [many, few] = await compare(rounds, ...costs)
      const measured = `${request.name}, ${format(size)} against ${format(small.size)} appointments: processor time`
      figures.push(atMost(1.3, measured, many / few, ratioOf(many, few, 'ms')))
    }
    large.close()
  }
  small.close()
  return figures
}
