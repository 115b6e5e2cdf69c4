import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useSettings } from './queries.ts'

/**
 * The present instant by the product's clock, as it goes on while the page is open, and asked for again when somebody returns to it; null
 * while that is not known. Where it cannot be had the browser's clock stands in: the server decides in any case.
 */
export function useProductNow(): number | null {
  const { data, dataUpdatedAt, isPending } = useSettings({ onReturn: true })
  const [here, setHere] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setHere(Date.now()), 20_000)
    return () => clearInterval(timer)
  }, [])
  if (isPending) return null
  return data ? Date.parse(data.now) + Math.max(0, here - dataUpdatedAt) : here
}

/** Does something whenever the calendar has turned a page since it was last seen; null is a day that is not known. */
export function useEachNewDay(day: string | null, work: () => void): void {
  const seen = useRef<string | null>(null)
  const turned = useEffectEvent(work)
  useEffect(() => {
    if (day === null) return
    const before = seen.current
    seen.current = day
    if (before !== null && before !== day) turned()
  }, [day])
}
