import type { Attention, JobOfDay } from '../../contract/admin/attention.ts'
import { isCarAtShop, isWorkOver } from '../../contract/workshop/work-states.ts'

/** Jobs of a day in a reply, the earliest first. */
export const mostJobs = 100

/** Whether the work of a job is over: by its state, else by its end. */
function isDone({ endsAt, workState }: JobOfDay, now: number): boolean {
  if (isCarAtShop(workState)) return false
  return isWorkOver(workState) || Date.parse(endsAt) <= now
}

/**
 * The figures of today over all its jobs, and the jobs that are not over, at most `mostJobs`. `now` in epoch
 * milliseconds.
 */
export function toToday(jobs: readonly JobOfDay[], now: number): Pick<Attention, 'today' | 'figures'> {
  const ahead = jobs.filter((job) => !isDone(job, now))
  return {
    today: ahead.slice(0, mostJobs),
    figures: {
      jobs: jobs.length,
      heldCents: jobs.reduce((sum, { heldCents }) => sum + heldCents, 0),
      done: jobs.length - ahead.length,
    },
  }
}
