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
  }, [part])
  return holder
}
