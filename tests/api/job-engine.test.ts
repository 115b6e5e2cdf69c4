import { setTimeout as wait } from 'node:timers/promises'
import { Client, type Pool } from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { jobLag } from '../../server/jobs/job-gauges.ts'
import type { Job } from '../../server/jobs/job.ts'
import { startJobsOnceThere, type JobRunner } from '../../server/jobs/run-jobs.ts'
import { countLockWaits, duringTransaction } from '../support/lock-waits.ts'
import { startWorld, type World } from '../support/start-world.ts'

let world: World
let runners: JobRunner[]

beforeEach(async () => {
  world = await startWorld()
  runners = []
})
afterEach(async () => {
  await Promise.all(runners.map((runner) => runner.stop()))
  await world.stop()
})

async function start(...jobs: Job[]): Promise<JobRunner> {
  const runner = await startJobsOnceThere(world.context, jobs, () => false)
  if (runner === undefined) throw new Error('the jobs did not start')
  runners.push(runner)
  return runner
}

test('two processes never run the same job at once, and a trigger during a run causes one more run', async () => {
  let [running, most, runs] = [0, 0, 0]
  const job: Job = {
    name: 'test.count',
    run: async () => {
      running += 1
      runs += 1
      most = Math.max(most, running)
      await wait(1500)
      running -= 1
    },
  }
  const [one, other] = [await start(job), await start(job)]
  one.triggerJob(job.name)
  await expect.poll(() => running).toBe(1)
  for (let nudges = 0; nudges < 10; nudges++) (nudges % 2 ? one : other).triggerJob(job.name)
  await expect.poll(() => runs).toBe(2)
  await wait(2500)
  expect([most, runs]).toEqual([1, 2])
})

test('continuous triggers send at most two queries a second, and the last trigger is processed', async () => {
  let [due, done] = [0, 0]
  const job: Job = { name: 'test.busy', run: async () => void (done = due) }
  const runner = await start(job)
  const asked = vi.spyOn(Client.prototype, 'query')
  const begun = performance.now()
  while (performance.now() - begun < 1500) {
    due += 1
    runner.triggerJob(job.name)
    await wait(10)
  }
  const sent = asked.mock.calls.filter((call) =>
    /INSERT INTO job_engine\.job\w* \(/.test(JSON.stringify(call)),
  ).length
  asked.mockRestore()
  expect(sent).toBeGreaterThanOrEqual(2)
  expect(sent).toBeLessThanOrEqual(4)
  await expect.poll(() => done, { timeout: 5_000 }).toBe(due)
})

test('concurrent starts in an empty database do not block each other', async () => {
  const all = Array.from({ length: 8 }, (_, index): Job => ({ name: `test.${index}`, run: async () => {} }))
  await Promise.all([1, 2, 3, 4].map(() => start(...all)))
  const { rows } = await world.context.database.pool.query(
    `select from job_engine.queue where name like 'test.%'`,
  )
  expect(rows).toHaveLength(all.length)
})

/** Keys of the advisory locks that are held in this database. */
async function findAdvisoryLocks(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ key: string }>(
    `select (classid::bigint << 32) | objid::bigint as key from pg_locks
     where locktype = 'advisory' and granted
       and database = (select oid from pg_database where datname = current_database())`,
  )
  return rows.map(({ key }) => key)
}

test('a start that fails in a deadlock is retried', async () => {
  const { pool } = world.context.database
  const before: Job = { name: 'test.before', run: async () => {} }
  const late: Job = { name: 'test.late', run: async () => {} }
  await start(before)
  const told: unknown[][] = []
  world.context.log.error = (...given: unknown[]) => void told.push(given)
  await duringTransaction(pool, async (other) => {
    await other.query('lock table job_engine.queue in share mode')
    const starting = startJobsOnceThere(world.context, [before, late], () => false)
    // The start waits for the table of queues and holds the engine's lock. The first waiter is the victim of
    // the deadlock.
    await expect.poll(() => countLockWaits(pool)).toBeGreaterThan(0)
    const held = await findAdvisoryLocks(pool)
    expect(held).toHaveLength(1)
    await other.query('select pg_advisory_xact_lock($1)', held)
    await other.query('commit')
    const runner = await starting
    if (runner) runners.push(runner)
    expect(runner).toBeDefined()
  })
  expect(told).toEqual([
    [{ err: expect.objectContaining({ code: '40P01' }) as unknown }, 'the job engine does not start yet'],
  ])
})

test('a start that another process refuses by creating the same schema first is retried', async () => {
  const { pool } = world.context.database
  const told: unknown[][] = []
  world.context.log.error = (...given: unknown[]) => void told.push(given)
  await duringTransaction(pool, async (other) => {
    await other.query('create schema job_engine')
    const starting = startJobsOnceThere(
      world.context,
      [{ name: 'test.second', run: async () => {} }],
      () => false,
    )
    await expect.poll(() => countLockWaits(pool)).toBeGreaterThan(0)
    await other.query('commit')
    const runner = await starting
    if (runner) runners.push(runner)
    expect(runner).toBeDefined()
  })
  expect(told).toEqual([
    [{ err: expect.objectContaining({ code: '23505' }) as unknown }, 'the job engine does not start yet'],
  ])
})

test('a run that waits for another process’s run drops no connection and logs no error', async () => {
  const { pool } = world.context.database
  let [removed, fetches] = [0, 0]
  pool.on('remove', () => (removed += 1))
  const told: unknown[] = []
  world.context.log.error = (...given: unknown[]) => void told.push(given)
  await start({ name: 'test.behind', run: async () => {} })
  await pool.query(
    `insert into job_engine.job (name, state, policy, started_on) values
      ('test.behind', 'active', 'stately', now()), ('test.behind', 'created', 'stately', null)`,
  )
  const asked = vi.spyOn(Client.prototype, 'query')
  await expect
    .poll(
      () => {
        fetches = asked.mock.calls.filter((call) => JSON.stringify(call).includes('SKIP LOCKED')).length
        return fetches
      },
      { timeout: 10_000 },
    )
    .toBeGreaterThan(2)
  asked.mockRestore()
  const { rows } = await pool.query(`select state from job_engine.job where name = 'test.behind' order by 1`)
  expect([rows, removed, told]).toEqual([[{ state: 'created' }, { state: 'active' }], 0, []])
})

test('a run of a killed process is taken over by another within half a minute', async () => {
  let runs = 0
  const job: Job = { name: 'test.left-behind', run: async () => void (runs += 1) }
  const first = await start(job)
  await first.stop()
  // The state after a process was killed: an active run that never ends.
  await world.context.database.pool.query(
    `insert into job_engine.job (name, state, policy, started_on, expire_seconds)
     values ($1, 'active', 'stately', now() - interval '15 seconds', 20)`,
    [job.name],
  )
  const begun = Date.now()
  const second = await start(job)
  second.triggerJob(job.name)
  await expect.poll(() => runs, { timeout: 30_000, interval: 200 }).toBeGreaterThan(0)
  expect(Date.now() - begun).toBeGreaterThan(2_000)
}, 60_000)

test('the lag of an unclaimed run is its waiting time, and queues of earlier job names are deleted', async () => {
  const job: Job = { name: 'test.old', run: async () => {} }
  const lagOf = () => jobLag([job]).read(world.context)
  // No process has run jobs here yet.
  expect(await lagOf()).toEqual({ dashfit_job_lag_seconds: { 'test.old': 0 } })
  const old = await start(job)
  await old.stop()
  await world.context.database.pool.query(
    `insert into job_engine.job (name, policy, start_after) values ($1, 'stately', now() - interval '90 seconds')`,
    [job.name],
  )
  const { dashfit_job_lag_seconds: lag } = (await lagOf()) as Record<string, Record<string, number>>
  expect(Math.round((lag?.['test.old'] ?? 0) / 10)).toBe(9)
  await start({ name: 'test.new', run: async () => {} })
  const { rows } = await world.context.database.pool.query<{ name: string }>(
    `select name from job_engine.queue where name like 'test.%'`,
  )
  expect(rows).toEqual([{ name: 'test.new' }])
})
