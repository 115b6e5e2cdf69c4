import { useCallback, useRef } from 'react'

/** Pixels that must remain visible below the present or the first job. */
const belowNow = 60

/** A ref for the present or the first job: when a day opens, the board scrolls to one below the window. */
export function useScrollOnOpening(day: string): (shown: HTMLElement | null) => void {
  const doneFor = useRef('')
  return useCallback(
    (shown: HTMLElement | null) => {
      if (shown === null || doneFor.current === day) return
      doneFor.current = day
      if (shown.getBoundingClientRect().top > window.innerHeight - belowNow)
        shown.scrollIntoView({ block: 'center' })
    },
    [day],
  )
}
