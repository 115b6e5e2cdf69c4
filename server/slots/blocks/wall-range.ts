import { instantOfWallTime, parseWallTime } from '../../../contract/time.ts'

export type WallRange = { from: string; to: string }

/** Minutes after which a clock that was moved has the asked time at the latest. */
const longestSkip = 120
/** Clocks are moved at full quarters of an hour, by full quarters. */
const quarter = 15

/** The instant of a wall time; of one that clocks skip, the first one after it. */
export function instantAt(text: string, zone: string): number {
  const wall = parseWallTime(text)
  if (!wall) throw new Error(`${text} is no wall time`)
  const last = wall.minutes + longestSkip
  for (let { minutes } = wall; minutes <= last; minutes = (Math.floor(minutes / quarter) + 1) * quarter) {
    const instant = instantOfWallTime(wall.day, minutes, zone)
    if (instant !== null) return instant
  }
  throw new Error(`${text} has no instant in ${zone}`)
}

/** A range of wall times as instants; null when nothing of it is left after a change of clocks. */
export function instantsOf({ from, to }: WallRange, zone: string): { from: number; to: number } | null {
  const range = { from: instantAt(from, zone), to: instantAt(to, zone) }
  return range.from < range.to ? range : null
}
