import { instantOfWallTime, offsetMinutesAt } from '../../contract/time.ts'

/** Where this browser's clock stands. */
export function browserZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}

/**
 * 'PST' where a shop's clock shows another time than one in `ownZone` on that calendar day, null where they agree. Two zones of
 * different names may agree.
 */
export function foreignClock(shopZone: string, ownZone: string, day: string): string | null {
  const noon = instantOfWallTime(day, 12 * 60, shopZone)
  if (noon === null || offsetMinutesAt(noon, shopZone) === offsetMinutesAt(noon, ownZone)) return null
  const parts = new Intl.DateTimeFormat('en-US', { timeZone: shopZone, timeZoneName: 'short' }).formatToParts(
    noon,
  )
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? shopZone
}
