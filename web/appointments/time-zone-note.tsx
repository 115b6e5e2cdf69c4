import { useMemo } from 'react'
import { browserZone, foreignZoneName } from './shop-time-zone.ts'

/** Says whose time is shown, to whoever's own clock shows another. Null while no day is chosen: the press that chooses one finds the clocks made. */
export function TimeZoneNote({ timeZone, day }: { timeZone: string; day: string | null }) {
  const clockOn = useMemo(() => foreignZoneName(timeZone, browserZone()), [timeZone])
  const clock = day === null ? null : clockOn(day)
  if (clock === null) return null
  return <p className="mb-3 text-sm text-muted">Times are in the shop’s time zone, {clock}.</p>
}
