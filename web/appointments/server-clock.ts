import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useSettings } from './queries.ts'
import { dayOf } from '../../contract/time.ts'

/**
 * The server's current instant. It advances while the page is open and is refetched when the page regains
 * focus; null while unknown. If it cannot be loaded the device's clock is used: the server decides anyway.
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

/** Runs `work` when the date changes in any of the zones; undefined while the zones are unknown. */
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
