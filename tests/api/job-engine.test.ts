import { setTimeout as wait } from 'node:timers/promises'
import { Client, type PoolClient } from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { jobLag } from '../../server/jobs/job-gauges.ts'
import type { Job } from '../../server/jobs/job.ts'
import { startJobs, startJobsOnceThere, type JobRunner } from '../../server/jobs/run-jobs.ts'
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
  const runner = await startJobs(world.context, jobs)
  runners.push(runner)
  return runner
}

test('two processes never run the same job at once, and a triggerJob during a run makes it run once more', async () => {
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

test('nudges without a pause ask the engine twice a second, and what comes with the last of them is done', async () => {
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

test('several that start at one moment in an empty database never wait for each other', async () => {
  const all = Array.from({ length: 8 }, (_, index): Job => ({ name: `test.${index}`, run: async () => {} }))
  await Promise.all([1, 2, 3, 4].map(() => start(...all)))
  const { rows } = await world.context.database.pool.query(`select from jobs.queue where name like 'test.%'`)
  expect(rows).toHaveLength(all.length)
})

test('a start that the database ends because another waits for it is made again', async () => {
  const { pool } = world.context.database
  const before: Job = { name: 'test.before', run: async () => {} }
  const late: Job = { name: 'test.late', run: async () => {} }
  await start(before)
  const told: unknown[][] = []
  world.context.log.error = (...given: unknown[]) => void told.push(given)
  await duringTransaction(pool, async (other) => {
    await other.query('lock table jobs.job in share update exclusive mode')
    const starting = startJobsOnceThere(world.context, [before, late], () => false)
    // It has written its queue's row and waits to add a place for its runs, as nothing else here does; who waited first is who is told.
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

test('who looks for a run that waits behind one of another process loses no connection, and tells of no failure', async () => {
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

test('a job whose process was killed in the middle is taken over by another within half a minute', async () => {
  let runs = 0
  const job: Job = { name: 'test.left-behind', run: async () => void (runs += 1) }
  const first = await start(job)
  await first.stop()
  // What a killed process leaves behind: a run that has begun and will never end.
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

test('a run that no process takes is told with how long it has waited, and what an earlier version called its jobs is forgotten', async () => {
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
