import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useSettings } from './queries.ts'
import { dayOf } from '../../contract/time.ts'

/**
 * The present instant by the product's clock, as it goes on while the page is open, and asked for again when somebody returns to it; null
 * while that is not known. Where it cannot be had the browser's clock stands in: the server decides in any case.
 */
export function useServerNow(): number | null {
  const { data, dataUpdatedAt, isPending } = useSettings({ onReturn: true })
  const [here, setHere] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setHere(Date.now()), 20_000)
    return () => clearInterval(timer)
  }, [])
  if (isPending) return null
  return data ? Date.parse(data.now) + Math.max(0, here - dataUpdatedAt) : here
}

/** Does something whenever the calendar of any of the zones has turned a page since it was last seen; undefined are zones not known yet. */
export function useEachNewDay(zones: readonly string[] | undefined, work: () => void): void {
  const now = useServerNow()
  const days = now === null || !zones ? null : zones.map((zone) => dayOf(now, zone)).join(' ')
  const seen = useRef<string | null>(null)
  const turned = useEffectEvent(work)
  useEffect(() => {
    if (days === null) return
    const before = seen.current
    seen.current = days
    if (before !== null && before !== days) turned()
  }, [days])
}
