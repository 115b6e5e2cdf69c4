import PgBoss from 'pg-boss'
import type { Context } from '../context.ts'
import type { Job } from './job.ts'

export type JobRunner = { nudge(name: string): void; stop(): Promise<void> }

/** Runs every job once, in order: what the sandbox does after it turned the clock. */
export async function runDueJobs(context: Context, jobs: readonly Job[]): Promise<void> {
  for (const job of jobs) await job.run(context)
}

/**
 * Runs the jobs on the job engine: each minute, and soon after a nudge; one process at a time for each job. The engine only
 * ticks: what is due is found on the product's clock. A nudge while the job runs makes it run once more after.
 */
export async function startJobs(context: Context, jobs: readonly Job[]): Promise<JobRunner> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => context.database.pool.query(text, values as unknown[]) },
    schema: 'jobs',
    archiveCompletedAfterSeconds: 60 * 60,
    deleteAfterDays: 1,
  })
  boss.on('error', (error) => context.log.error({ err: error }, 'the job engine failed'))
  await boss.start()
  for (const job of jobs) {
    await boss.createQueue(job.name, {
      name: job.name,
      policy: 'stately',
      retryLimit: 0,
      expireInSeconds: 60,
    })
    await boss.schedule(job.name, '* * * * *')
    await boss.work(job.name, { pollingIntervalSeconds: 1 }, async () => {
      try {
        await job.run(context)
      } catch (error) {
        context.log.error({ err: error, job: job.name }, 'a job failed; it runs again within a minute')
      }
    })
  }
  return {
    nudge: (name) => {
      boss
        .send(name, {})
        .catch((error: unknown) => context.log.warn({ err: error, job: name }, 'a nudge was lost'))
    },
    stop: () => boss.stop({ graceful: true, wait: true, timeout: 5000 }),
  }
}
