import { useEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'

/** Whether any part of an element is in the viewport. False until the observer reports. */
export function useInView(): { element: RefObject<HTMLDivElement | null>; isInView: boolean } {
  const element = useRef<HTMLDivElement>(null)
  const [isInView, setInView] = useState(false)
  useEffect(() => {
    if (!element.current || typeof IntersectionObserver !== 'function') return
    const observer = new IntersectionObserver((entries) => setInView(entries.at(-1)?.isIntersecting === true))
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [])
  return { element, isInView }
}
