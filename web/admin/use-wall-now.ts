import { useEffect, useState } from 'react'
import { wallTimeOf } from '../../contract/time.ts'
import { useSettings } from '../appointments/queries.ts'

/** What the wall in the zone shows now by the product's clock, by the minute; null while that is not known. */
export function useWallNow(timeZone: string): { day: string; minutes: number } | null {
  const { data, dataUpdatedAt } = useSettings()
  const [here, setHere] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setHere(Date.now()), 20_000)
    return () => clearInterval(timer)
  }, [])
  if (!data) return null
  return wallTimeOf(Date.parse(data.now) + Math.max(0, here - dataUpdatedAt), timeZone)
}
