import type { ListRange } from '../../contract/admin/appointment-list.ts'
import type { Attention } from '../../contract/admin/attention.ts'

/** Words of the ranges: on their chips, and while nothing is in them. */
export const rangeWords: Record<ListRange, { chip: string; none: string }> = {
  coming: { chip: 'Upcoming', none: 'No upcoming appointments. They show up here once customers book.' },
  today: { chip: 'Today', none: 'No appointments today.' },
  tomorrow: { chip: 'Tomorrow', none: 'No appointments tomorrow.' },
  week: { chip: 'This week', none: 'No appointments this week.' },
  done_not_charged: { chip: 'Done, not charged', none: 'Every finished job is charged.' },
  hold_failed: { chip: 'Hold failed', none: 'No hold has failed.' },
  awaits_fitment: { chip: 'Awaiting fitment', none: 'No appointment awaits a fitment check.' },
  all: { chip: 'All', none: 'No appointments yet. They show up here once customers book.' },
}

/** Counts for the chips, as far as the attention list has them. */
export function rangeCounts({
  figures,
  tomorrowTotal,
  ranges,
}: Pick<Attention, 'figures' | 'tomorrowTotal' | 'ranges'>): Partial<Record<ListRange, number>> {
  return { today: figures.jobs, tomorrow: tomorrowTotal, ...ranges }
}

/** '12', or '999+' for a number that is not counted to the end. */
export function countWords(count: number): string {
  return count > 999 ? '999+' : String(count)
}
