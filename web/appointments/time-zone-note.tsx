import { useMemo } from 'react'
import { browserZone, foreignZoneName } from './shop-time-zone.ts'

/**
 * Names the shop's time zone when it differs from the device's. Null until a day is selected; the formatter
 * is created before that, so that the press is fast.
 */
export function TimeZoneNote({ timeZone, day }: { timeZone: string; day: string | null }) {
  const clockOn = useMemo(() => foreignZoneName(timeZone, browserZone()), [timeZone])
  const clock = day === null ? null : clockOn(day)
  if (clock === null) return null
  return <p className="mb-3 text-sm text-muted">Times are in the shop’s time zone, {clock}.</p>
}
