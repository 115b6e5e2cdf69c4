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
