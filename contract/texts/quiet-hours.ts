import { addDays, instantOfWallTime, wallTimeOf } from '../time.ts'

const opensAt = 8 * 60
const closesAt = 21 * 60
/** An hour before the quiet hours. */
const eveningBefore = closesAt - 60

/** Whether no automatic text may leave: 9 PM to 8 AM on the shop's clock. */
export function isQuiet(instant: number, zone: string): boolean {
  const { minutes } = wallTimeOf(instant, zone)
  return minutes >= closesAt || minutes < opensAt
}

/** When a reminder leaves that is due at `instant`: in the quiet hours, at 8 PM of the evening before. */
export function reminderTime(instant: number, zone: string): number {
  if (!isQuiet(instant, zone)) return instant
  const { day, minutes } = wallTimeOf(instant, zone)
  const evening = minutes >= closesAt ? day : addDays(day, -1)
  return instantOfWallTime(evening, eveningBefore, zone) ?? instant
}

/** When any other automatic text leaves: in the quiet hours, at 8 AM after them. */
export function textTime(instant: number, zone: string): number {
  if (!isQuiet(instant, zone)) return instant
  const { day, minutes } = wallTimeOf(instant, zone)
  const morning = minutes < opensAt ? day : addDays(day, 1)
  return instantOfWallTime(morning, opensAt, zone) ?? instant
}
