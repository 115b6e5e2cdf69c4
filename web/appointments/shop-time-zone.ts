import { instantOfWallTime, offsetMinutesAt } from '../../contract/time.ts'

export function browserZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}

/**
 * Returns a function that gives the shop's zone name ('PST') on a calendar day when its clock differs from
 * `ownZone`, else null. Two zones of different names may agree. Creating it is slow compared with calling it.
 */
export function foreignZoneName(shopZone: string, ownZone: string): (day: string) => string | null {
  const naming = new Intl.DateTimeFormat('en-US', { timeZone: shopZone, timeZoneName: 'short' })
  const nameOn = (day: string) => {
    const noon = instantOfWallTime(day, 12 * 60, shopZone)
    if (noon === null || offsetMinutesAt(noon, shopZone) === offsetMinutesAt(noon, ownZone)) return null
    const parts = naming.formatToParts(noon)
    return parts.find(({ type }) => type === 'timeZoneName')?.value ?? shopZone
  }
  // The first format call initializes the zone data, so it happens here.
  nameOn('2026-01-01')
  return nameOn
}
