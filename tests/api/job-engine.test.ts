import { setTimeout as wait } from 'node:timers/promises'
import { Client, type PoolClient } from 'pg'
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
    JSON.stringify(call).includes('INSERT INTO jobs.job ('),
  ).length
  asked.mockRestore()
  expect(sent).toBeGreaterThanOrEqual(2)
  expect(sent).toBeLessThanOrEqual(4)
  await expect.poll(() => done, { timeout: 5_000 }).toBe(due)
})

test('concurrent starts in an empty database do not block each other', async () => {
  const all = Array.from({ length: 8 }, (_, index): Job => ({ name: `test.${index}`, run: async () => {} }))
  await Promise.all([1, 2, 3, 4].map(() => start(...all)))
  const { rows } = await world.context.database.pool.query(`select from jobs.queue where name like 'test.%'`)
  expect(rows).toHaveLength(all.length)
})

test('a start that fails in a deadlock is retried', async () => {
  const { pool } = world.context.database
  const before: Job = { name: 'test.before', run: async () => {} }
  const late: Job = { name: 'test.late', run: async () => {} }
  await start(before)
  const told: unknown[][] = []
  world.context.log.error = (...given: unknown[]) => void told.push(given)
  await duringTransaction(pool, async (other) => {
    await other.query('lock table jobs.job in share update exclusive mode')
    const starting = startJobsOnceThere(world.context, [before, late], () => false)
    // The start has inserted its queue row and waits to create its runs, the only step that does. The first
    // waiter is the victim of the deadlock.
    await expect.poll(() => countLockWaits(pool)).toBeGreaterThan(0)
    await other.query('lock table jobs.queue in access exclusive mode')
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
    await other.query('create schema jobs')
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

test('fetching a run blocked by another process’s run drops no connection and logs no error', async () => {
  const { pool } = world.context.database
  let removed = 0
  pool.on('remove', () => (removed += 1))
  const told: unknown[] = []
  world.context.log.error = (...given: unknown[]) => void told.push(given)
  await start({ name: 'test.behind', run: async () => {} })
  await pool.query(
    `insert into jobs.job (name, state, policy, started_on) values
      ('test.behind', 'active', 'stately', now()), ('test.behind', 'created', 'stately', null)`,
  )
  let refused = 0
  const connect = pool.connect.bind(pool) as () => Promise<PoolClient>
  pool.connect = (async () => {
    const client = await connect()
    return {
      query: (text: string, values: unknown[]) =>
        client.query(text, values).catch((error: unknown) => {
          refused += 1
          throw error
        }),
      release: (destroy?: boolean) => client.release(destroy),
    }
  }) as unknown as typeof pool.connect
  await expect.poll(() => refused, { timeout: 10_000 }).toBeGreaterThan(2)
  pool.connect = connect as typeof pool.connect
  expect([removed, told]).toEqual([0, []])
})

test('a run of a killed process is taken over by another within half a minute', async () => {
  let runs = 0
  const job: Job = { name: 'test.left-behind', run: async () => void (runs += 1) }
  const first = await start(job)
  await first.stop()
  // The state after a process was killed: an active run that never ends.
  await world.context.database.pool.query(
    `insert into jobs.job (name, state, policy, started_on, expire_in)
     values ($1, 'active', 'stately', now() - interval '15 seconds', interval '20 seconds')`,
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
    `insert into jobs.job (name, policy, start_after) values ($1, 'stately', now() - interval '90 seconds')`,
    [job.name],
  )
  const { dashfit_job_lag_seconds: lag } = (await lagOf()) as Record<string, Record<string, number>>
  expect(Math.round((lag?.['test.old'] ?? 0) / 10)).toBe(9)
  await start({ name: 'test.new', run: async () => {} })
  const { rows } = await world.context.database.pool.query<{ name: string }>(
    `select name from jobs.queue where name like 'test.%'`,
  )
  expect(rows).toEqual([{ name: 'test.new' }])
})
