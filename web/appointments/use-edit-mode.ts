import { useEffect, useRef, useState } from 'react'
import { askedMoveOf, forgetAskedMove } from './asked-move.ts'
import { takeCancelled } from './cancelled-just-now.ts'

type Mode = 'none' | 'product' | 'datetime' | 'contact' | 'card'

/**
 * The open editor of an appointment's card, and the focus after it closes. A mailed link opens it at first,
 * with a start, when the appointment can change.
 */
export function useEditMode(id: string, canChange: boolean) {
  const [wanted, setWanted] = useState(() => (canChange ? askedMoveOf(id) : null))
  const [mode, setShown] = useState<Mode>(wanted !== null ? 'datetime' : 'none')
  const heading = useRef<HTMLHeadingElement>(null)

  // A cancelled card reappears in another section; its heading takes the focus.
  useEffect(() => {
    if (!takeCancelled(id)) return
    const fold = heading.current?.closest('details')
    if (fold) fold.open = true
    heading.current?.focus()
  }, [id])

  // The pressed control disappears with its form, so the focus returns to the card, after the dialog over the
  // page has released it.
  const wasOpen = useRef(false)
  useEffect(() => {
    if (mode === 'none' && wasOpen.current) heading.current?.focus()
    wasOpen.current = mode !== 'none'
  }, [mode])

  /** Opens an editor; that of the time with a start, if a wall time is given. */
  const setMode = (next: Mode, start: string | null = null) => {
    setWanted(start)
    setShown(next)
    if (next === 'none') forgetAskedMove()
  }
  return { mode, setMode, wanted, heading }
}

export type EditMode = ReturnType<typeof useEditMode>
