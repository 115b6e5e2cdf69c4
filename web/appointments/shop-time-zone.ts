import { instantOfWallTime, offsetMinutesAt } from '../../contract/time.ts'

/** Where this browser's clock stands. */
export function browserZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}

/**
 * Tells of a calendar day 'PST' where a shop's clock shows another time than one in `ownZone` on it, null where they agree. Two zones
 * of different names may agree. To make it takes long beside asking it.
 */
export function foreignZoneName(shopZone: string, ownZone: string): (day: string) => string | null {
  const naming = new Intl.DateTimeFormat('en-US', { timeZone: shopZone, timeZoneName: 'short' })
  const nameOn = (day: string) => {
    const noon = instantOfWallTime(day, 12 * 60, shopZone)
    if (noon === null || offsetMinutesAt(noon, shopZone) === offsetMinutesAt(noon, ownZone)) return null
    const parts = naming.formatToParts(noon)
    return parts.find(({ type }) => type === 'timeZoneName')?.value ?? shopZone
  }
  // What a zone's first question makes is made here too.
  nameOn('2026-01-01')
  return nameOn
}
