import type { Board, BoardJob } from '../../contract/admin/board.ts'
import type { BoardBlock } from '../../contract/blocks/blocks.ts'
import type { Stop } from '../ui/grid-navigation.ts'
import type { PlaceFacts } from './look/job-state.ts'

type BoardDay = Board['days'][number]

/** One cell of the day, starting at a row and spanning `rows`. `jobs` are those in it, mostly one or none. */
export type DayCell = { row: number; rows: number; jobs: { job: BoardJob; stop: Stop }[]; stop: Stop }

/**
 * Layout of a day: a row for each hour, a column for each bay. `cells[row][column]` is null under a spanning
 * cell.
 */
export type DayPlan = {
  firstHour: number
  hours: number
  cells: (DayCell | null)[][]
}

const hourOf = (minutes: number): number => Math.floor(minutes / 60)

/** Whether a job lies, even in part, outside the opening hours of its day. */
export function isOutsideHours(
  job: Pick<BoardJob, 'startMinutes' | 'endMinutes'>,
  day: BoardDay | undefined,
): boolean {
  if (!day || day.opens === null || day.closes === null) return true
  return job.startMinutes < day.opens || job.endMinutes > day.closes
}

/** What the board knows about the place of a job. */
export function placeFactsOf(job: BoardJob, { bays, days }: Pick<Board, 'bays' | 'days'>): PlaceFacts {
  return {
    isOutside: isOutsideHours(
      job,
      days.find(({ day }) => day === job.day),
    ),
    isBayOut: bays.find(({ id }) => id === job.bayId)?.inUse === false,
  }
}

type Span = Pick<BoardJob, 'startMinutes' | 'endMinutes'>

/** A block of a whole closed day shows these hours. */
const [morning, evening] = [6 * 60, 22 * 60]

/** The blocks outside the opening hours, which would not be seen within them. */
function blocksBeside({ opens, closes }: BoardDay, blocks: readonly Span[]): Span[] {
  return blocks
    .filter(
      (block) =>
        opens === null || closes === null || block.endMinutes <= opens || block.startMinutes >= closes,
    )
    .map((block) => {
      const startMinutes = Math.max(block.startMinutes, morning)
      const endMinutes = Math.min(block.endMinutes, evening)
      return startMinutes < endMinutes ? { startMinutes, endMinutes } : block
    })
}

/**
 * Lays out a day from its earliest opening, job or block beside the hours to its latest closing, job or such
 * block. Null when it is closed and has neither.
 */
export function planDay(
  day: BoardDay,
  bays: Board['bays'],
  jobs: readonly BoardJob[],
  blocks: readonly Span[] = [],
): DayPlan | null {
  const spans = [...jobs, ...blocksBeside(day, blocks)]
  const starts = spans.map(({ startMinutes }) => startMinutes)
  const ends = spans.map(({ endMinutes }) => endMinutes)
  if (day.opens !== null) starts.push(day.opens)
  if (day.closes !== null) ends.push(day.closes)
  if (starts.length === 0 || ends.length === 0) return null
  const firstHour = hourOf(Math.min(...starts))
  const hours = Math.ceil(Math.max(...ends) / 60) - firstHour
  const cells = Array.from({ length: hours }, (): (DayCell | null)[] => bays.map(() => null))
  bays.forEach((bay, column) => {
    const ofBay = jobs.filter((job) => job.bayId === bay.id)
    for (const cell of cellsOfBay(ofBay, column, { firstHour, hours })) {
      const row = cells[cell.row]
      if (row) row[column] = cell
    }
  })
  return { firstHour, hours, cells }
}

/** Shorter stretches are no time for a job. */
const shortestFree = 60

/** The free times of a bay within the opening hours, in minutes since midnight; `taken`: jobs and blocks. */
export function freeStretches(
  day: BoardDay,
  taken: readonly Pick<BoardJob, 'startMinutes' | 'endMinutes'>[],
): { from: number; to: number }[] {
  if (day.opens === null || day.closes === null) return []
  const stretches: { from: number; to: number }[] = []
  let from = day.opens
  for (const job of [...taken].sort((a, b) => a.startMinutes - b.startMinutes)) {
    stretches.push({ from, to: Math.min(job.startMinutes, day.closes) })
    from = Math.max(from, job.endMinutes)
  }
  stretches.push({ from, to: day.closes })
  return stretches.filter(({ from: begin, to }) => to - begin >= shortestFree)
}

/** The cells of one bay from top to bottom. Jobs that share an hour share a cell. */
function cellsOfBay(
  jobs: readonly BoardJob[],
  column: number,
  { firstHour, hours }: { firstHour: number; hours: number },
): DayCell[] {
  const cells: DayCell[] = []
  const free = (until: number) => {
    for (let row = nextRow(); row < until; row += 1)
      cells.push({ row, rows: 1, jobs: [], stop: { column, row, rows: 1, order: 0 } })
  }
  const nextRow = () => {
    const last = cells.at(-1)
    return last ? last.row + last.rows : 0
  }
  for (const job of [...jobs].sort((a, b) => a.startMinutes - b.startMinutes)) {
    const row = hourOf(job.startMinutes) - firstHour
    const end = Math.ceil(job.endMinutes / 60) - firstHour
    free(row)
    const above = cells.at(-1)
    if (above && row < above.row + above.rows) {
      const last = above.jobs.at(-1)
      const shares = last?.stop.row === row
      if (last && !shares) last.stop.rows = row - last.stop.row
      const order = last && shares ? last.stop.order + 1 : 0
      above.rows = Math.max(above.rows, end - above.row)
      above.jobs.push({ job, stop: { column, row, rows: end - row, order } })
    } else {
      const stop = { column, row, rows: end - row, order: 0 }
      cells.push({ row, rows: end - row, jobs: [{ job, stop }], stop })
    }
  }
  free(hours)
  return cells
}

/**
 * The jobs of each bay (rows) on each day (columns), and the stops of keyboard navigation: each job, or the
 * empty cell.
 */
export type WeekPlan = { cells: { jobs: BoardJob[]; stops: Stop[] }[][] }

export function planWeek({ bays, days, jobs }: Pick<Board, 'bays' | 'days' | 'jobs'>): WeekPlan {
  const cells = bays.map((bay, row) =>
    days.map(({ day }, column) => {
      const here = jobs
        .filter((job) => job.bayId === bay.id && job.day === day)
        // A job at the place of its proposed move is still listed at its earlier start.
        .toSorted((a, b) => a.startMinutes - b.startMinutes)
      const stops = Array.from({ length: Math.max(1, here.length) }, (_, order) => {
        return { column, row, rows: 1, order }
      })
      return { jobs: here, stops }
    }),
  )
  return { cells }
}

/** A row of a day's list: a job, a block, or the present. The board opens at one row of today at most. */
export type ListRow = { start: number; isOpening: boolean } & (
  | { kind: 'job'; job: BoardJob }
  | { kind: 'block'; block: BoardBlock }
  | { kind: 'now' }
)

/**
 * The jobs and blocks of a day by time. With the present in minutes, its line goes before all that begins
 * later; the list opens at the first job that is not over, else at the line.
 */
export function listDay(
  { jobs, blocks }: Pick<Board, 'jobs' | 'blocks'>,
  day: string,
  now: number | null,
): ListRow[] {
  const ofDay = jobs.filter((job) => job.day === day)
  const running = now === null ? [] : ofDay.filter(({ endMinutes }) => endMinutes > now)
  const begin = Math.min(...running.map(({ startMinutes }) => startMinutes))
  const opening = running.find(({ startMinutes }) => startMinutes === begin)
  const rows: ListRow[] = [
    ...ofDay.map((job) => ({
      kind: 'job' as const,
      start: job.startMinutes,
      isOpening: job === opening,
      job,
    })),
    ...blocks
      .filter((block) => block.day === day)
      .map((block) => ({ kind: 'block' as const, start: block.startMinutes, isOpening: false, block })),
  ].toSorted((a, b) => a.start - b.start)
  if (now === null) return rows
  const later = rows.findIndex(({ start }) => start > now)
  return rows.toSpliced(later === -1 ? rows.length : later, 0, {
    kind: 'now',
    start: now,
    isOpening: opening === undefined,
  })
}
