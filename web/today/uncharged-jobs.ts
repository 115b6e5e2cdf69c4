import type { Attention, JobOfDay } from '../../contract/admin/attention.ts'
import { problemsOf } from '../admin/attention-words.ts'

/**
 * The jobs that are over and not charged, and their number. One that needs attention for another reason
 * stands there already, unless its car is gone: the shop must not overlook it.
 */
export function unchargedJobs({
  items,
  uncharged,
  ranges,
}: Pick<Attention, 'items' | 'uncharged' | 'ranges'>): {
  jobs: JobOfDay[]
  count: number
} {
  const shown = new Set(
    problemsOf({ items, total: items.length }).items.map(({ appointmentId }) => appointmentId),
  )
  const jobs = uncharged.filter(
    ({ appointmentId, workState }) => workState === 'handed_over' || !shown.has(appointmentId),
  )
  return { jobs, count: ranges.done_not_charged - (uncharged.length - jobs.length) }
}

/** Whether the car of a job is ready and its price is not paid. Pure. */
export function isReadyUnpaid({ workState, dueCents }: Pick<JobOfDay, 'workState' | 'dueCents'>): boolean {
  return workState === 'ready' && dueCents > 0
}

/** The jobs that are over, or whose car is ready, and that are not paid. */
export function countUnpaid({ today, ranges }: Pick<Attention, 'today' | 'ranges'>): number {
  return ranges.done_not_charged + today.filter((job) => isReadyUnpaid(job)).length
}
