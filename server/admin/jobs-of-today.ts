import type { Attention, JobOfDay } from '../../contract/admin/attention.ts'

/** Jobs of a day in a reply, the earliest first. */
export const mostJobs = 100

/**
 * The figures of today over all its jobs, and the jobs that are not over, at most `mostJobs`. `now` in epoch
 * milliseconds.
 */
export function toToday(jobs: readonly JobOfDay[], now: number): Pick<Attention, 'today' | 'figures'> {
  const ahead = jobs.filter(({ endsAt }) => Date.parse(endsAt) > now)
  return {
    today: ahead.slice(0, mostJobs),
    figures: {
      jobs: jobs.length,
      heldCents: jobs.reduce((sum, { heldCents }) => sum + heldCents, 0),
      done: jobs.length - ahead.length,
    },
  }
}
