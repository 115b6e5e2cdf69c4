import type { Attention, JobOfDay } from '../../contract/admin/attention.ts'

/**
 * The jobs that are over and not charged, without those that stand under 'Needs attention' already, and their
 * number.
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
    items
      .filter(({ reason }) => reason !== 'done_not_charged' && reason !== 'not_paid')
      .map(({ appointmentId }) => appointmentId),
  )
  const jobs = uncharged.filter(({ appointmentId }) => !shown.has(appointmentId))
  return { jobs, count: ranges.done_not_charged - (uncharged.length - jobs.length) }
}
