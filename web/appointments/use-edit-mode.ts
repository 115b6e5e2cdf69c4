import { useEffect, useRef, useState } from 'react'
import { takeCancelled } from './cancelled-just-now.ts'

/** Which way of changing an appointment is open on its card, and where the focus goes when it closes. */
export function useEditMode(id: string) {
  const [mode, setMode] = useState<'none' | 'product' | 'datetime'>('none')
  const heading = useRef<HTMLHeadingElement>(null)

  // A card that was cancelled just now appears anew in its section; whoever pressed the button goes on there.
  useEffect(() => {
    if (!takeCancelled(id)) return
    const fold = heading.current?.closest('details')
    if (fold) fold.open = true
    heading.current?.focus()
  }, [id])

  // The control that was pressed is gone with its form, so the focus returns to the card it belongs to: once a question
  // that lay over the page lets go of it.
  const wasOpen = useRef(false)
  useEffect(() => {
    if (mode === 'none' && wasOpen.current) heading.current?.focus()
    wasOpen.current = mode !== 'none'
  }, [mode])

  return { mode, setMode, heading }
}

export type EditMode = ReturnType<typeof useEditMode>
