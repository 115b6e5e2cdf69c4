import { useEffect, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { nextStop, stopAt, stopName, type Stop } from './grid-navigation.ts'

type GridFocus = {
  /** The same array as long as the page is the same. Empty where there is nothing but a notice, which is `ofNotice` then. */
  stops: readonly Stop[]
  /** Where Tab enters for the first time. */
  first: Stop | undefined
  /** Page Up (-1) and Page Down (1): another page, on which the focus stays where it was. */
  onPage: (pages: -1 | 1) => void
}

const notice = 'notice'

function focusIn(holder: HTMLElement | null, name: string): void {
  holder?.querySelector<HTMLElement>(`[data-stop="${name}"]`)?.focus()
}

/**
 * One place of a grid at a time takes Tab; keys move it. Spread `of(stop)` on what takes the focus, `onKeyDown` on what holds
 * it all, and set `holder` there.
 */
export function useRovingTabindex<Holder extends HTMLElement>({ stops, first, onPage }: GridFocus) {
  const [place, setPlace] = useState<Stop | null>(null)
  const holder = useRef<Holder>(null)
  const turnedFrom = useRef<readonly Stop[] | null>(null)
  const entry = place ?? first ?? stops[0]
  const active = entry ? stopAt(stops, entry) : null
  const activeName = active ? stopName(active) : notice
  const latest = useRef(activeName)

  useEffect(() => {
    latest.current = activeName
  }, [activeName])
  // The page that was turned to has other cells; what had the focus may be gone with the old ones.
  useEffect(() => {
    if (!turnedFrom.current || turnedFrom.current === stops) return
    turnedFrom.current = null
    const { activeElement } = document
    if (activeElement === document.body || holder.current?.contains(activeElement))
      focusIn(holder.current, latest.current)
  }, [stops])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.metaKey || event.shiftKey) return
    if (event.key === 'PageUp' || event.key === 'PageDown') {
      event.preventDefault()
      if (active) setPlace(active)
      turnedFrom.current = stops
      onPage(event.key === 'PageUp' ? -1 : 1)
      return
    }
    const next = active && nextStop(stops, active, event)
    if (!next) return
    event.preventDefault()
    setPlace(next)
    focusIn(holder.current, stopName(next))
  }

  return {
    holder,
    onKeyDown,
    of: (stop: Stop) => ({
      'data-stop': stopName(stop),
      tabIndex: stopName(stop) === activeName ? 0 : -1,
      onFocus: () => setPlace(stop),
    }),
    ofNotice: { 'data-stop': notice, tabIndex: 0 },
  }
}
