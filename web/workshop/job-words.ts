import { isCarAtShop, isWorkOver, type WorkState } from '../../contract/workshop/work-states.ts'
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

type Grouped = Pick<WorkJob, 'appointmentId' | 'isToday' | 'technician'> & { workOrder: { state: WorkState } }
type JobGroups<Job> = { today: Job[]; others: Job[]; done: Job[]; later: Job[] }

/**
 * The jobs of the day that one may do or take, those that others took, those whose work is over, and the own
 * coming ones, in order. `undoable`: the job whose last step can be undone stays where it was.
 */
export function groupJobs<Job extends Grouped>(
  jobs: readonly Job[],
  undoable: string | null,
): JobGroups<Job> {
  const isOthers = ({ technician }: Job) => technician !== null && !technician.isYou
  // A car that stayed overnight is work of today, also when it has just left.
  const isOfToday = ({ isToday, workOrder: { state } }: Job) =>
    isToday || isCarAtShop(state) || isWorkOver(state)
  const isDone = ({ appointmentId, workOrder }: Job) =>
    isWorkOver(workOrder.state) && appointmentId !== undoable
  const open = jobs.filter((job) => isOfToday(job) && !isDone(job))
  return {
    today: open.filter((job) => !isOthers(job)),
    others: open.filter(isOthers),
    done: jobs.filter((job) => isOfToday(job) && isDone(job)),
    later: jobs.filter((job) => !isOfToday(job)),
  }
}
