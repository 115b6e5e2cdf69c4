import { useLayoutEffect, useRef, type MouseEvent } from 'react'

/** After rows have moved, a click on the spot of the last one counts as meant for the former row. */
const settleMs = 1000
/** A hand moves a little between two clicks. */
const sameSpotPx = 8

/**
 * Guards a list whose rows have buttons: when an action reorders the list or takes its row away, the next row
 * slides under the pointer, and a second click at the same spot does nothing. `keys` are the rows in order.
 */
export function useSettledRows(keys: readonly string[]) {
  const shown = useRef(keys)
  const movedAt = useRef(Number.NEGATIVE_INFINITY)
  const clicked = useRef<{ x: number; y: number } | null>(null)
  useLayoutEffect(() => {
    // Rows that are added at the end move none.
    if (shown.current.some((key, index) => keys[index] !== key)) movedAt.current = performance.now()
    shown.current = keys
  }, [keys])
  return {
    onClickCapture: (event: MouseEvent) => {
      const { clientX: x, clientY: y, detail } = event
      const last = clicked.current
      const isSameSpot = last !== null && Math.hypot(x - last.x, y - last.y) < sameSpotPx
      // A click by the keyboard has no spot: its focus is on the row that it means.
      if (detail > 0 && isSameSpot && performance.now() - movedAt.current < settleMs) {
        event.preventDefault()
        event.stopPropagation()
        return
      }
      clicked.current = { x, y }
    },
  }
}
