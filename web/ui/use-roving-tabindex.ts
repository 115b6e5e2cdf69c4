import { useEffect, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { nextStop, stopAt, stopName, type Stop } from './grid-navigation.ts'

type GridFocus = {
  /**
   * Keep the same array while the page is the same. Empty when there is only a notice, which then uses
   * `ofNotice`.
   */
  stops: readonly Stop[]
  /** The first stop of Tab. */
  first: Stop | undefined
  /** Page Up (-1) and Page Down (1): shows another page with the focus at the same position. */
  onPage: (pages: -1 | 1) => void
}

const notice = 'notice'

function focusIn(holder: HTMLElement | null, name: string): void {
  holder?.querySelector<HTMLElement>(`[data-stop="${name}"]`)?.focus()
}

/**
 * Roving tabindex of a grid: one stop is tabbable, keys move it. Spread `of(stop)` on each stop, set
 * `onKeyDown` and `holder` on the container.
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
  // The new page has other cells; the focused one may be gone.
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
