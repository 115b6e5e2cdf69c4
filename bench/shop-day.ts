import type { Bench } from './bench.ts'
import { atMost, format, median, percentile, type Figure } from './figures.ts'
import { firstShop, openFixture } from './growth.ts'
import { listBookableDays, zone } from './seed.ts'

const appointments = 100_000
const rounds = 100

/** What a shop opens in the morning, with the time in which it should be there. */
const requests: Readonly<Record<string, { path: string; targetMs: number }>> = {
  "a shop's list of today": {
    path: '/api/admin/appointments?limit=50&range=today&order=earliest',
    targetMs: 25,
  },
  "a shop's list of this week": {
    path: '/api/admin/appointments?limit=50&range=week&order=earliest',
    targetMs: 25,
  },
  "a shop's Today": { path: '/api/admin/attention', targetMs: 50 },
  // A weekday: today may be a closed day.
  "a shop's board of a day": {
    path: `/api/admin/board?shopId=${firstShop}&from=${listBookableDays()[0]}`,
    targetMs: 25,
  },
}

/** The last hour of each day of the shop is blocked in both bays. */
const evenings = `
  insert into blocks (shop_id, id, bay_id, starts_at, ends_at, reason, state, created_at)
    select $1::integer, gen_random_uuid(), b.id, (day + interval '17 hours') at time zone $2,
        (day + interval '18 hours') at time zone $2,
        'Clean up', 'active', now()
      from bays b, (select distinct date_trunc('day', starts_at at time zone $2) as day from appointments where shop_id = $1) d
      where b.shop_id = $1`

/** The response times of the pages of a shop's day among many appointments, with one request at a time. */
export async function measureShopDay(bench: Bench): Promise<Figure[]> {
  const fixture = await openFixture(bench, appointments)
  const { cookies, pool, connection } = fixture
  await pool.query(
    `insert into shop_members (shop_id, user_id, role)
      select $1, user_id, 'desk' from sessions join users u on u.id = user_id where u.role = 'customer' limit 1`,
    [firstShop],
  )
  await pool.query(evenings, [firstShop, zone])
  const timesOf = async (path: string): Promise<number[]> => {
    const times: number[] = []
    for (let round = -10; round < rounds; round++) {
      const begin = performance.now()
      const { status, body } = await connection.send({ path, headers: { cookie: cookies.customer } })
      if (status !== 200) throw new Error(`${path}: ${status} ${body.slice(0, 500)}`)
      if (round >= 0) times.push(performance.now() - begin)
    }
    return times
  }
  const figures: Figure[] = []
  for (const [name, { path, targetMs }] of Object.entries(requests)) {
    const times = await timesOf(path)
    const p95 = percentile(times, 0.95)
    const measured = `${name}, ${format(appointments)} appointments, 95th percentile`
    figures.push(atMost(targetMs, measured, p95, `${format(p95)} ms, median ${format(median(times))} ms`))
  }
  fixture.close()
  return figures
}
