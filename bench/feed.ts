import ICAL from 'ical.js'
import type { Bench } from './bench.ts'
import { atMost, format, median, percentile, type Figure } from './figures.ts'
import { openFixture } from './growth.ts'
import { listWeekdays, seedShops, zone } from './seed.ts'

const shopId = 300_001
const bays = 36
const jobsOfDay = 8
const rounds = 20
const targetMs = 1000

const jobs = `
  insert into appointments (id, shop_id, bay_id, customer_id, package_id, price_cents, starts_at, ends_at, state,
      customer_name, customer_email, customer_phone, vehicle_year, vehicle_make, vehicle_model, vehicle_vin, created_at)
    select gen_random_uuid(), $1, $1 * 100 + bay, (select min(id) from users), 1, 49900, starts_at,
      starts_at + interval '1 hour', 'booked', 'Feed Customer', 'feed@example.test', '2135550100', 2014, 'BMW', 'X5', null,
      now()
    from unnest($2::date[]) day, generate_series(0, $4::integer - 1) bay, generate_series(0, $5::integer - 1) hour
      cross join lateral (select (day + make_time(9 + hour, 0, 0)) at time zone $3 as starts_at) own`

/** The time of a calendar feed of a shop with 10,000 appointments in its range, read one at a time. */
export async function measureFeed(bench: Bench): Promise<Figure[]> {
  const fixture = await openFixture(bench, 1000)
  const { cookies, pool, connection } = fixture
  const days = listWeekdays(-20, 30)
  await seedShops(pool, [shopId], 0)
  await pool.query(
    `insert into bays (id, shop_id, name) select $1 * 100 + bay, $1, 'Bay ' || bay from generate_series(0, $2::integer - 1) bay`,
    [shopId, bays],
  )
  const { rowCount } = await pool.query(jobs, [shopId, days, zone, bays, jobsOfDay])
  await pool.query(
    `insert into shop_members (shop_id, user_id, role)
      select $1, user_id, 'desk' from sessions join users u on u.id = user_id where u.role = 'customer' limit 1`,
    [shopId],
  )
  const made = await connection.send({
    path: `/api/work/shops/${shopId}/feeds`,
    headers: { cookie: cookies.customer, 'content-type': 'application/json' },
    body: JSON.stringify({ kind: 'shop' }),
  })
  const { pathname } = new URL((JSON.parse(made.body) as { url: string }).url)
  const times: number[] = []
  let bytes = 0
  for (let round = -3; round < rounds; round += 1) {
    const begin = performance.now()
    const { status, body } = await connection.send({ path: pathname, headers: {} })
    if (round >= 0) times.push(performance.now() - begin)
    bytes = body.length
    const events = new ICAL.Component(ICAL.parse(body)).getAllSubcomponents('vevent').length
    if (status !== 200 || events !== rowCount) throw new Error(`${status}: ${events} of ${rowCount} events`)
  }
  fixture.close()
  const p95 = percentile(times, 0.95)
  const size = `${format(Math.round(bytes / 1000))} kB`
  return [
    atMost(
      targetMs,
      `a shop's calendar feed of ${format(rowCount ?? 0)} appointments, 95th percentile`,
      p95,
      `${format(p95)} ms, median ${format(median(times))} ms, ${size}`,
    ),
  ]
}
