import { setTimeout as wait } from 'node:timers/promises'
import { SpanKind, SpanStatusCode } from '@opentelemetry/api'
import type { QueryResult } from 'pg'
import PgBoss from 'pg-boss'
import type { Context } from '../context.ts'
import { isDatabaseDown, isDeadlock, postgresCode } from '../database/database-errors.ts'
import { askingFor, type Asking } from '../telemetry/request-context.ts'
import type { Job, Occasion } from './job.ts'

export type JobRunner = { triggerJob(name: string): void; stop(): Promise<void> }

/** How often everything due is looked for. */
const tickMs = 15_000
/** How often the engine looks for a run that was asked for. */
const lookSeconds = 1
/** Nudges that come within this time are one. */
const nudgeDelayMs = 50
/**
 * Two nudges of a job are this far apart at least, as each costs as much as a booking's insert. Half of the time until the engine looks again: nobody
 * waits for a further look because of it.
 */
const nudgeIntervalMs = (lookSeconds * 1000) / 2
/** A job whose process was killed is another's after this long and the engine's next look. */
const expireInSeconds = 20
const maintenanceIntervalSeconds = 10

/** Runs every job once, in order: what the sandbox does after it turned the clock, and a process when it starts. */
export async function runDueJobs(
  context: Context,
  jobs: readonly Job[],
  occasion: Occasion = 'tick',
): Promise<void> {
  for (const job of jobs) await runWatched(context, job, occasion)
}

/** Runs a job so that it is counted, and is under way meanwhile; where traces are kept whatever it asks for is known as its own. */
async function runWatched(context: Context, job: Job, occasion: Occasion): Promise<void> {
  const { metrics, tracing, underWay } = context.telemetry
  const span = tracing?.begin(`job ${job.name}`, SpanKind.INTERNAL, { 'dashfit.job': job.name })
  const asking: Asking = { job: job.name, span }
  const workDone = underWay.begin(asking)
  const begun = performance.now()
  const end = (outcome: 'done' | 'failed'): void => {
    metrics.jobs.observe({ job_name: job.name, outcome }, (performance.now() - begun) / 1000)
    if (outcome === 'done') metrics.jobsDoneAt.set({ job_name: job.name }, Date.now() / 1000)
    else span?.setStatus({ code: SpanStatusCode.ERROR })
    span?.end()
    workDone()
  }
  const run = () => job.run(context, occasion)
  try {
    await (tracing ? askingFor(asking, run) : run())
    end('done')
  } catch (error) {
    end('failed')
    throw error
  }
}

const queueLock = 7_310_404

/**
 * The engine's statement, and of one that makes a queue one at a time: two processes that make different ones at one moment would wait for each
 * other's lock on the table of queues.
 */
function inTurn(text: string): string {
  if (!text.startsWith('SELECT jobs.create_queue(')) return text
  return `with turn as materialized (select pg_advisory_xact_lock(${queueLock})) ${text} from turn`
}

/**
 * Asks the database for the engine. The pool closes a connection whose query failed; one that the database merely refused is kept: the
 * engine's look for work fails each second in which a run waits while another process is at work on that job. What comes without
 * values may be several statements, and leave a transaction behind.
 */
async function askFor(
  { database: { pool } }: Context,
  text: string,
  values: unknown[] = [],
): Promise<QueryResult> {
  const client = await pool.connect()
  try {
    const result = await client.query(text, values)
    client.release()
    return result
  } catch (error) {
    const isRefused = values.length > 0 && postgresCode(error) !== undefined && !isDatabaseDown(error)
    client.release(!isRefused)
    throw error
  }
}

/**
 * Runs the jobs on the job engine: with each tick, and soon after a triggerJob; one process at a time for each job. The engine only
 * ticks: what is due is found on the product's clock. A triggerJob while the job runs makes it run once more after.
 */
export async function startJobs(context: Context, jobs: readonly Job[]): Promise<JobRunner> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => askFor(context, inTurn(text), values as unknown[] | undefined) },
    schema: 'jobs',
    // Ticks come from each process, more often than the engine's own calendar could.
    schedule: false,
    maintenanceIntervalSeconds,
    archiveCompletedAfterSeconds: 60 * 60,
    deleteAfterDays: 1,
  })
  boss.on('error', (error) => {
    // A run that waits is not taken while another process is at work on that job.
    if ('worker' in error && 'code' in error && error.code === '23505') return
    context.log.error({ err: error }, 'the job engine failed')
  })
  try {
    await boss.start()
    await forgetOtherQueues(boss, context, jobs)
    for (const job of jobs) {
      const queue = { name: job.name, policy: 'stately', retryLimit: 0, expireInSeconds } as const
      await boss.createQueue(job.name, queue)
      await boss.updateQueue(job.name, queue)
      let isRunning = false
      await boss.work(job.name, { pollingIntervalSeconds: lookSeconds }, async () => {
        // The engine gave up waiting for the last run, which still goes on here.
        if (isRunning) return
        isRunning = true
        try {
          await runWatched(context, job, 'tick')
        } catch (error) {
          context.log.error({ err: error, job: job.name }, 'a job failed; it runs again with the next tick')
        } finally {
          isRunning = false
        }
      })
    }
  } catch (error) {
    // Half an engine would go on for itself.
    await boss.stop({ graceful: false }).catch(() => undefined)
    throw error
  }
  const due = new Map<string, NodeJS.Timeout>()
  const sentAt = new Map<string, number>()
  const triggerJob = (name: string): void => {
    if (due.has(name)) return
    const send = (): void => {
      due.delete(name)
      sentAt.set(name, performance.now())
      boss
        .send(name, {})
        .catch((error: unknown) => context.log.warn({ err: error, job: name }, 'a triggerJob was lost'))
    }
    const sinceLast = performance.now() - (sentAt.get(name) ?? -Infinity)
    due.set(name, setTimeout(send, Math.max(nudgeDelayMs, nudgeIntervalMs - sinceLast)))
  }
  const ticking = setInterval(() => {
    for (const job of jobs) triggerJob(job.name)
  }, tickMs)
  return {
    triggerJob,
    stop: async () => {
      clearInterval(ticking)
      for (const timer of due.values()) clearTimeout(timer)
      await boss.stop({ graceful: true, wait: true, timeout: 5000 })
    },
  }
}

/**
 * As `startJobs`, tried until it does. A server answers requests by then, so a database that goes away in this moment is waited for, as at any
 * later one. A server of the version before that makes the engine's queues in the same moment does not do so in turn, and where the two wait for each
 * other the database fails one: it finds them made the next time. Undefined once `isStopping`.
 */
export async function startJobsOnceThere(
  context: Context,
  jobs: readonly Job[],
  isStopping: () => boolean,
): Promise<JobRunner | undefined> {
  while (!isStopping()) {
    try {
      return await startJobs(context, jobs)
    } catch (error) {
      if (isStopping()) return undefined
      if (!isDatabaseDown(error) && !isDeadlock(error)) throw error
      context.log.error({ err: error }, 'the job engine does not start yet')
      await wait(1000)
    }
  }
  return undefined
}

/**
 * Jobs that an earlier version had must not pile up where nobody takes them. A process of that version may still ask for one at this very
 * moment; then a later start forgets it.
 */
async function forgetOtherQueues(
  boss: PgBoss,
  { database, log }: Context,
  jobs: readonly Job[],
): Promise<void> {
  const known = new Set(jobs.map(({ name }) => name))
  for (const { name } of await boss.getSchedules()) await boss.unschedule(name)
  for (const { name } of await boss.getQueues()) {
    if (known.has(name) || name.startsWith('__')) continue
    try {
      // The engine does not drop a queue that has runs, be they long over.
      await database.pool.query('delete from jobs.job where name = $1', [name])
      await boss.deleteQueue(name)
    } catch (error) {
      if (isDatabaseDown(error)) throw error
      log.warn({ err: error, job: name }, 'a job of an earlier version is not forgotten yet')
    }
  }
}
