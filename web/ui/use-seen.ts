import { useEffect, useRef, type RefObject } from 'react'

/** Scrolls the element into view when it appears, as far as needed; not while `isSeen` is false. */
export function useSeen<Shown extends HTMLElement>(isSeen = true): RefObject<Shown | null> {
  const shown = useRef<Shown>(null)
  useEffect(() => {
    if (isSeen) shown.current?.scrollIntoView({ block: 'nearest', behavior: 'instant' })
  }, [isSeen])
  return shown
}
