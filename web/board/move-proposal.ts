import type { Board, BoardJob } from '../../contract/admin/board.ts'
import { quarterMinutes } from '../../contract/admin/move-times.ts'
import type { BoardBlock } from '../../contract/blocks/blocks.ts'
import type { Bay } from '../../contract/shops/shop-settings.ts'
import { formatTwelveHour } from '../../contract/time.ts'
import { isOutsideHours } from './board-plan.ts'
import { formatShortDay } from './board-words.ts'

/** Where a job lies: times in minutes since midnight of the shop's wall time. */
export type Place = Pick<BoardJob, 'day' | 'startMinutes' | 'endMinutes' | 'bayId'>

const lastMinute = 24 * 60 - quarterMinutes

/** The nearest quarter of an hour, within the day. */
export function toQuarter(minutes: number): number {
  const rounded = Math.round(minutes / quarterMinutes) * quarterMinutes
  return Math.min(Math.max(rounded, 0), lastMinute)
}

/** The place of a job that is dragged by minutes, to a bay. Its length stays. */
export function movedBy(job: Place, minutes: number, bayId: number): Place {
  const startMinutes = minutes === 0 ? job.startMinutes : toQuarter(job.startMinutes + minutes)
  return { day: job.day, startMinutes, endMinutes: startMinutes + job.endMinutes - job.startMinutes, bayId }
}

/** The place of a job whose end is dragged by minutes: at least a quarter of an hour stays. */
export function resizedBy(job: Place, minutes: number): Place {
  const length = Math.round((job.endMinutes - job.startMinutes + minutes) / quarterMinutes) * quarterMinutes
  return { ...job, endMinutes: job.startMinutes + Math.max(length, quarterMinutes) }
}

export function isSamePlace(a: Place, b: Place): boolean {
  return (
    a.day === b.day &&
    a.startMinutes === b.startMinutes &&
    a.endMinutes === b.endMinutes &&
    a.bayId === b.bayId
  )
}

/** The job that stands in the way at a place, as far as the board shows it. */
export function jobInTheWay(
  place: Place,
  appointmentId: string,
  jobs: readonly BoardJob[],
): BoardJob | undefined {
  return jobs.find(
    (job) =>
      job.appointmentId !== appointmentId &&
      job.bayId === place.bayId &&
      job.day === place.day &&
      job.startMinutes < place.endMinutes &&
      place.startMinutes < job.endMinutes,
  )
}

/** The block that stands in the way at a place, as far as the board shows it. */
export function blockInTheWay(place: Place, blocks: readonly BoardBlock[]): BoardBlock | undefined {
  return blocks.find(
    (block) =>
      block.bayId === place.bayId &&
      block.day === place.day &&
      block.startMinutes < place.endMinutes &&
      place.startMinutes < block.endMinutes,
  )
}

/** 'Fri, Dec 4, 10:00 AM to 1:00 PM, Bay 2' */
export function placeWords(place: Place, bays: readonly Bay[]): string {
  const bay = bays.find(({ id }) => id === place.bayId)?.name ?? ''
  const times = `${formatTwelveHour(place.startMinutes)} to ${formatTwelveHour(place.endMinutes)}`
  return `${formatShortDay(place.day)}, ${times}${bay === '' ? '' : `, ${bay}`}`
}

/** What speaks against a place, in one sentence; null when nothing does. Taken places cannot be chosen. */
export function warningFor(
  place: Place,
  appointmentId: string,
  { days, jobs, blocks, bays }: Pick<Board, 'days' | 'jobs' | 'blocks' | 'bays'>,
): { isTaken: boolean; sentence: string } | null {
  const other = jobInTheWay(place, appointmentId, jobs)
  if (other) {
    const bay = bays.find(({ id }) => id === place.bayId)?.name ?? 'This bay'
    const span = `${formatTwelveHour(other.startMinutes)} to ${formatTwelveHour(other.endMinutes)}`
    return { isTaken: true, sentence: `${bay} has ${other.customerName} from ${span}.` }
  }
  const block = blockInTheWay(place, blocks)
  if (block) {
    const bay = bays.find(({ id }) => id === place.bayId)?.name ?? 'This bay'
    return { isTaken: true, sentence: `${bay} is blocked then: ${block.reason}.` }
  }
  const day = days.find((each) => each.day === place.day)
  if (!day || !isOutsideHours(place, day)) return null
  if (day.opens === null || day.closes === null)
    return { isTaken: false, sentence: 'The shop is closed on that day.' }
  const hours = `${formatTwelveHour(day.opens)} to ${formatTwelveHour(day.closes)}`
  return { isTaken: false, sentence: `That’s outside your hours, ${hours}.` }
}
