import { useEffect, useRef } from 'react'
import { moveFocus } from './move-focus.ts'

/**
 * Where a press puts another part in its own place, the pressed control goes, and the focus with it. It goes on to the first of
 * what came: a heading with a tabIndex of -1, a field or a button. Set the ref on what holds the parts.
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
