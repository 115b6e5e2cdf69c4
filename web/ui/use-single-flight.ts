import { useRef, useState } from 'react'

/** Runs one piece of work at a time: what is asked for meanwhile is not begun and gives undefined. `busy` is for the eye. */
export function useSingleFlight() {
  const [busy, setBusy] = useState(false)
  // State comes too late for the second click of a double click.
  const running = useRef(false)
  const run = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
    if (running.current) return undefined
    running.current = true
    setBusy(true)
    try {
      return await work()
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  return { busy, run }
}
