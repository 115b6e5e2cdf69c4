import { formatLongDay, formatTwelveHour, parseWallTime } from '../../contract/time.ts'
import { nonBreakingHours } from '../ui/non-breaking.ts'

/** Formats an instant with the shop's offset as the shop's wall time. */
export function startOnTheWall(instant: string): string {
  const wall = parseWallTime(instant.slice(0, 16))
  return wall
    ? `${formatLongDay(wall.day)} at ${nonBreakingHours(formatTwelveHour(wall.minutes))}`
    : 'Invalid Date'
}
