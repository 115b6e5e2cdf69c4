import { useCallback, useEffect, useRef, useState } from 'react'

/**
 * Whether a horizontal scroller hides content before and after its viewport. Set `holder` and `onScroll` on
 * it.
 */
export function useScrollEdges<Holder extends HTMLElement>() {
  const holder = useRef<Holder>(null)
  const [edges, setEdges] = useState({ before: false, after: false })
  const onScroll = useCallback(() => {
    const box = holder.current
    if (!box) return
    // One pixel of tolerance: scroll positions are fractional on a zoomed page.
    const before = box.scrollLeft > 1
    const after = box.scrollLeft + box.clientWidth < box.scrollWidth - 1
    setEdges((was) => (was.before === before && was.after === after ? was : { before, after }))
  }, [])
  useEffect(() => {
    const box = holder.current
    if (!box) return
    if (typeof ResizeObserver !== 'function') return onScroll()
    const sizes = new ResizeObserver(onScroll)
    sizes.observe(box)
    for (const part of box.children) sizes.observe(part)
    return () => sizes.disconnect()
  }, [onScroll])
  return { holder, onScroll, ...edges }
}
