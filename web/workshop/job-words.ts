import type { WorkJob } from '../../contract/workshop/work.ts'
import { formatClock } from '../admin/admin-words.ts'

/** '9:00 AM to 12:00 PM' of today, 'Mon, Nov 30, 9:00 AM to 12:00 PM' of another day. */
export function jobTime({
  startsAt,
  endsAt,
  timeZone,
  isToday,
}: Pick<WorkJob, 'startsAt' | 'endsAt' | 'timeZone' | 'isToday'>): string {
  const hours = `${formatClock(startsAt, timeZone)} to ${formatClock(endsAt, timeZone)}`
  if (isToday) return hours
  const day = new Intl.DateTimeFormat('en-US', { timeZone, weekday: 'short', month: 'short', day: 'numeric' })
  return `${day.format(Date.parse(startsAt))}, ${hours}`
}

type JobGroups<Job> = { today: Job[]; others: Job[]; later: Job[] }

/** The jobs of the day that one may do or take, those that others took, and the own coming ones, in order. */
export function groupJobs<Job extends Pick<WorkJob, 'isToday' | 'technician'>>(
  jobs: readonly Job[],
): JobGroups<Job> {
  const isOthers = ({ technician }: Job) => technician !== null && !technician.isYou
  const ofToday = jobs.filter(({ isToday }) => isToday)
  return {
    today: ofToday.filter((job) => !isOthers(job)),
    others: ofToday.filter(isOthers),
    later: jobs.filter(({ isToday }) => !isToday),
  }
}
