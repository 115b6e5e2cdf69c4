import { useEffect, useRef } from 'react'
import { moveFocus } from './move-focus.ts'

/**
 * When a press replaces a part of the page, the pressed control and the focus go with it. This focuses the
 * first target of the new part: a heading with a tabIndex of -1, a field or a button. Set the ref on the
 * container.
 */
export function useFocusOnSwap<Holder extends HTMLElement>(part: string) {
  const holder = useRef<Holder>(null)
  const last = useRef(part)
  useEffect(() => {
    if (last.current === part) return
    last.current = part
    const first = holder.current?.querySelector<HTMLElement>('[tabindex="-1"], input:not([hidden]), button')
    moveFocus(first, holder.current)
    return ignoreSecondClick()
  }, [part])
  return holder
}

/**
 * Ignores the second click of a double click, which was meant for the control that is gone: it takes no focus
 * and presses nothing. The next first click ends it, and so does the returned function.
 */
function ignoreSecondClick(): () => void {
  const stop = () => {
    for (const type of ['mousedown', 'click'] as const) document.removeEventListener(type, ignore, true)
  }
  const ignore = (event: MouseEvent) => {
    if (event.type === 'mousedown' && event.detail <= 1) return stop()
    if (event.detail <= 1) return
    event.preventDefault()
    event.stopPropagation()
  }
  for (const type of ['mousedown', 'click'] as const) document.addEventListener(type, ignore, true)
  return stop
}
