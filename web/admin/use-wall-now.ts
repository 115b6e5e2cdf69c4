import { wallTimeOf } from '../../contract/time.ts'
import { useServerNow } from '../appointments/server-clock.ts'

/** The zone's current wall time by the server's clock, to the minute; null while that is unknown. */
export function useWallNow(timeZone: string): { day: string; minutes: number } | null {
  const now = useServerNow()
  return now === null ? null : wallTimeOf(now, timeZone)
}
