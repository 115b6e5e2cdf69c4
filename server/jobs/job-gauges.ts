import type { Context } from '../context.ts'
import { postgresCode } from '../database/database-errors.ts'
import type { Reading } from '../telemetry/gauges.ts'
import type { Job } from './job.ts'

const lag = 'dashfit_job_lag_seconds'

/**
 * Measures how long the oldest pending run of each job has waited. Every process triggers every job each 15
 * seconds, so a longer wait means that no process takes it.
 */
export function jobLag(jobs: readonly Job[]): Reading {
  const names = jobs.map(({ name }) => name)
  return {
    gauges: [
      {
        name: lag,
        help: 'How long a run of each job has waited for a process to take it.',
        label: 'job_name',
      },
    ],
    read: async (context) => {
      const waited = await findWaiting(context, names)
      return { [lag]: Object.fromEntries(names.map((name) => [name, waited.get(name) ?? 0])) }
    },
  }
}

async function findWaiting({ database }: Context, names: readonly string[]): Promise<Map<string, number>> {
  try {
    const { rows } = await database.pool.query<{ name: string; seconds: string }>(
      `select name, greatest(0, extract(epoch from now() - min(start_after))) as seconds from job_engine.job
       where state < 'active' and name = any($1) group by name`,
      [names],
    )
    return new Map(rows.map(({ name, seconds }) => [name, Number(seconds)]))
  } catch (error) {
    // No process has run jobs on this database yet.
    if (postgresCode(error) === '42P01') return new Map()
    throw error
  }
}
