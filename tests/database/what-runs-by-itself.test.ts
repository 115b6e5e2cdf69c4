import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AppointmentState } from '../../contract/booking/appointment-states.ts'
import { jobs } from '../../server/app.ts'
import { holdReadings } from '../../server/holds/gauges.ts'
import type { Context } from '../../server/context.ts'
import { connectDatabase, type Database } from '../../server/database/open-database.ts'
import { notificationReadings } from '../../server/notifications/gauges.ts'
import { countReads } from '../support/count-reads.ts'
import {
  addSampleCustomer,
  addSampleShop,
  writeAppointments,
  written,
  type SampleShop,
} from '../support/staff-world.ts'
import { shopZone, startWorld, type World } from '../support/start-world.ts'

let world: World
let database: Database
let shop: SampleShop
let begun: number

beforeAll(async () => {
  world = await startWorld()
  await addSampleCustomer(world)
  shop = await addSampleShop(world, shopZone)
  begun = world.context.clock.now()
  // With millions of rows PostgreSQL prefers an index scan in the wanted order to a sort. This setting forces
  // that plan.
  database = connectDatabase(
    world.context.config.databaseUrl ?? '',
    { poolSize: 1, onError: () => undefined },
    { options: '-c enable_sort=off' },
  )
})
afterAll(async () => {
  await database.close()
  await world.stop()
})

type Kind = { firstHour: number; state: AppointmentState; holdStatus: string }

/** Adds consecutive jobs with a hold each, the first one `firstHour` hours after the test began. */
async function addJobs(count: number, { firstHour, state, holdStatus }: Kind): Promise<void> {
  const { pool } = world.context.database
  const startOf = (place: number) => begun + (firstHour + 3 * place) * 3_600_000
  const added = Array.from({ length: count }, (_, place) =>
    written(shop, { startsAt: startOf(place), state }),
  )
  await writeAppointments(world, added)
  await pool.query(
    `insert into holds (id, appointment_id, shop_id, amount_cents, payment_method_id, provider_intent_id, status, capture_before,
        captured_cents, capture_cents, live_at, looked_at, changed_at, created_at)
      select gen_random_uuid(), id, shop_id, price_cents, 'pm_card_visa', 'pi_' || id, $2, ends_at + interval '2 days',
        cents, cents, created_at, now(), created_at, created_at
      from appointments, lateral (select case when $2 = 'captured' then price_cents end as cents) taken where id = any ($1)`,
    [added.map(({ id }) => id), holdStatus],
  )
  await pool.query('analyze')
  await countReads(pool)
}

/** Number of table and index rows that the work reads. */
async function rowsReadFor(work: (context: Context) => Promise<unknown>): Promise<number> {
  const count = async (): Promise<number> => {
    // A connection reports its statistics when it is idle.
    await database.pool.query('select pg_stat_force_next_flush()')
    const { rows } = await world.context.database.pool.query<{ count: number }>(
      `select ((select sum(seq_tup_read) from pg_stat_user_tables)
        + (select sum(idx_tup_read) from pg_stat_user_indexes))::float as count`,
    )
    return rows[0]?.count ?? Number.NaN
  }
  const before = await count()
  await work({ ...world.context, database })
  return (await count()) - before
}

const recurringWork = [
  ...jobs.map((job) => ({ name: job.name, run: (context: Context) => job.run(context, 'tick') })),
  ...[...holdReadings, ...notificationReadings].map((reading) => ({
    name: reading.gauges.map(({ name }) => name).join(),
    run: (context: Context) => reading.read(context),
  })),
]

/** The least of three runs each: the jobs of the world's own process run now and then, and read rows too. */
async function rowsReadForEach(): Promise<Record<string, number>> {
  const read: Record<string, number> = {}
  for (const { name, run } of recurringWork) {
    const runs = [await rowsReadFor(run), await rowsReadFor(run), await rowsReadFor(run)]
    read[name] = Math.min(...runs)
  }
  return read
}

test('jobs and gauges read no more rows when more appointments are in the past', async () => {
  const over = (from: number, count: number) =>
    addJobs(count, {
      firstHour: -4 - 3 * (from + count),
      state: 'completed',
      holdStatus: 'captured',
    })
  await addJobs(20, { firstHour: 1, state: 'booked', holdStatus: 'live' })
  // With fewer rows a sequential scan would be the right plan.
  await over(0, 1500)
  // The first run handles the backlog, such as reminders, and sends their mails.
  await rowsReadForEach()
  const amongFew = await rowsReadForEach()
  expect(amongFew['appointments.keep-holds']).toBeGreaterThanOrEqual(20)
  await over(1500, 4500)
  const amongMany = await rowsReadForEach()
  const growth = Object.entries(amongMany).filter(([name, rows]) => rows > (amongFew[name] ?? 0))
  expect(growth).toEqual([])
})
