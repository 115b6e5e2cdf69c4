import { useEffect, useRef, useState } from 'react'
import { takeCancelled } from './cancelled-just-now.ts'

/** The open editor of an appointment's card, and the focus after it closes. */
export function useEditMode(id: string) {
  const [mode, setMode] = useState<'none' | 'product' | 'datetime' | 'contact' | 'card'>('none')
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

  return { mode, setMode, heading }
}

export type EditMode = ReturnType<typeof useEditMode>
