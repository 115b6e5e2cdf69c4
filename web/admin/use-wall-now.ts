import { wallTimeOf } from '../../contract/time.ts'
import { useServerNow } from '../appointments/server-clock.ts'

/** What the wall in the zone shows now by the product's clock, by the minute; null while that is not known. */
export function useWallNow(timeZone: string): { day: string; minutes: number } | null {
  const now = useServerNow()
  return now === null ? null : wallTimeOf(now, timeZone)
}
