import { setTimeout as wait } from 'node:timers/promises'
import { SpanKind, SpanStatusCode } from '@opentelemetry/api'
import { PgBoss } from 'pg-boss'
import type { Context } from '../context.ts'
import { isDatabaseDown, isDeadlock, isDuplicate } from '../database/database-errors.ts'
import { askingFor, type Asking } from '../telemetry/request-context.ts'
import type { Job, Occasion } from './job.ts'

export type JobRunner = { triggerJob(name: string): void; stop(): Promise<void> }

/** Interval between two ticks. */
const tickMs = 15_000
/** Polling interval of the job engine. */
const pollSeconds = 1
/** Debounce: triggers of a job within this time are one. */
const debounceMs = 50
/**
 * Throttle: minimum interval between two triggers of a job, as each costs as much as the insert of a booking.
 * It is half of the polling interval, so it delays no run by a further poll.
 */
const throttleMs = (pollSeconds * 1000) / 2
/** Another process takes over the job of a killed process after this time plus one polling interval. */
const expireInSeconds = 20
const maintenanceIntervalSeconds = 10

/** Runs every job once, in order: after the sandbox changed the clock, and at the start of a process. */
export async function runDueJobs(
  context: Context,
  jobs: readonly Job[],
  occasion: Occasion = 'tick',
): Promise<void> {
  for (const job of jobs) await runInstrumented(context, job, occasion)
}

/**
 * Runs a job with metrics and as in-flight work. With tracing, its queries and card calls belong to its span.
 */
async function runInstrumented(context: Context, job: Job, occasion: Occasion): Promise<void> {
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

/** Schema of version 12 of the engine, which cannot upgrade the schema `jobs` of version 10. */
const engineSchema = 'job_engine'

/**
 * Runs the jobs on the job engine: at each tick and soon after a trigger, one process at a time for each job.
 * The engine only schedules; each job finds its due work on the product's clock. A trigger during a run
 * causes one more run.
 */
async function startJobs(context: Context, jobs: readonly Job[]): Promise<JobRunner> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => context.database.pool.query(text, values) },
    schema: engineSchema,
    // Each process ticks by itself, more often than the engine's own schedule could.
    schedule: false,
    maintenanceIntervalSeconds,
    superviseIntervalSeconds: maintenanceIntervalSeconds,
    monitorIntervalSeconds: maintenanceIntervalSeconds,
  })
  boss.on('error', (error) => context.log.error({ err: error }, 'the job engine failed'))
  try {
    await boss.start()
    await deleteObsoleteQueues(boss, context, jobs)
    for (const job of jobs) {
      const queue = { retryLimit: 0, expireInSeconds, deleteAfterSeconds: 60 * 60 }
      await boss.createQueue(job.name, { ...queue, policy: 'stately' })
      await boss.updateQueue(job.name, queue)
      let isRunning = false
      await boss.work(job.name, { pollingIntervalSeconds: pollSeconds }, async () => {
        // The engine timed out the previous run, which still continues in this process.
        if (isRunning) return
        isRunning = true
        try {
          await runInstrumented(context, job, 'tick')
        } catch (error) {
          context.log.error({ err: error, job: job.name }, 'a job failed; it runs again with the next tick')
        } finally {
          isRunning = false
        }
      })
    }
  } catch (error) {
    // A half-started engine would keep running.
    await boss.stop({ graceful: false }).catch(() => undefined)
    throw error
  }
  const timers = new Map<string, NodeJS.Timeout>()
  const sentAt = new Map<string, number>()
  const triggerJob = (name: string): void => {
    if (timers.has(name)) return
    const send = (): void => {
      timers.delete(name)
      sentAt.set(name, performance.now())
      boss
        .send(name, {})
        .catch((error: unknown) => context.log.warn({ err: error, job: name }, 'a trigger was lost'))
    }
    const sinceLast = performance.now() - (sentAt.get(name) ?? -Infinity)
    timers.set(name, setTimeout(send, Math.max(debounceMs, throttleMs - sinceLast)))
  }
  const ticking = setInterval(() => {
    for (const job of jobs) triggerJob(job.name)
  }, tickMs)
  return {
    triggerJob,
    stop: async () => {
      clearInterval(ticking)
      for (const timer of timers.values()) clearTimeout(timer)
      await boss.stop({ graceful: true, timeout: 5000 })
    },
  }
}

/**
 * Starts the jobs like `startJobs`, with retries. The server already answers requests then, so it waits for
 * an unreachable database as at any later time. Two processes that create the engine's schema or queues at
 * once may refuse each other with a deadlock or a duplicate name; the retry finds what the other created.
 * Returns undefined once `isStopping` is true.
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
      if (!isDatabaseDown(error) && !isDeadlock(error) && !isDuplicate(error)) throw error
      context.log.error({ err: error }, 'the job engine does not start yet')
      await wait(1000)
    }
  }
  return undefined
}

/**
 * Deletes the queues of jobs that only an earlier version had, so that their runs do not pile up. A process
 * of that version may still add a run at this moment; a later start deletes it.
 */
async function deleteObsoleteQueues(boss: PgBoss, { log }: Context, jobs: readonly Job[]): Promise<void> {
  const known = new Set(jobs.map(({ name }) => name))
  for (const { name } of await boss.getQueues()) {
    if (known.has(name)) continue
    try {
      await boss.deleteQueue(name)
    } catch (error) {
      if (isDatabaseDown(error)) throw error
      log.warn({ err: error, job: name }, 'the queue of an earlier version is not deleted yet')
    }
  }
}
