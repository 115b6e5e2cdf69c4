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

/** Whether a job lies where its shop would not put it: in a bay out of use, or outside the hours unasked. */
export function isMisplaced(job: BoardJob, { days, bays }: Pick<Board, 'days' | 'bays'>): boolean {
  const day = days.find((each) => each.day === job.day)
  const isBayOut = bays.find(({ id }) => id === job.bayId)?.inUse !== true
  return isBayOut || (!job.hoursWaived && day !== undefined && isOutsideHours(job, day))
}

const minutesOfDay = 24 * 60

/**
 * The free place within the opening hours whose start is nearest to the job's, in its own bay first. Null
 * when the shown days have none. `now` is the shop's wall time, before which nothing is proposed.
 */
export function nearestFreePlace(
  job: BoardJob,
  board: Pick<Board, 'days' | 'jobs' | 'blocks' | 'bays'>,
  now: { day: string; minutes: number } | null,
): Place | null {
  const bays = board.bays
    .filter(({ inUse }) => inUse)
    .toSorted((a, b) => Number(b.id === job.bayId) - Number(a.id === job.bayId))
  const length = job.endMinutes - job.startMinutes
  const own = board.days.findIndex(({ day }) => day === job.day)
  const places = board.days.flatMap(({ day, opens, closes }, index) => {
    const isOver = now !== null && day < now.day
    if (opens === null || closes === null || isOver) return []
    const earliest = now?.day === day ? Math.max(opens, now.minutes) : opens
    const first = Math.ceil(earliest / quarterMinutes) * quarterMinutes
    const starts = Math.max(0, Math.floor((closes - length - first) / quarterMinutes) + 1)
    return Array.from({ length: starts }, (_, step) => {
      const startMinutes = first + step * quarterMinutes
      const away = Math.abs((index - own) * minutesOfDay + startMinutes - job.startMinutes)
      return { day, startMinutes, endMinutes: startMinutes + length, away }
    })
  })
  for (const { day, startMinutes, endMinutes } of places.toSorted((a, b) => a.away - b.away))
    for (const { id: bayId } of bays) {
      const place = { day, startMinutes, endMinutes, bayId }
      if (!jobInTheWay(place, job.appointmentId, board.jobs) && !blockInTheWay(place, board.blocks))
        return place
    }
  return null
}
