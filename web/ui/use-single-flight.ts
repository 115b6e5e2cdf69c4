import { useRef, useState } from 'react'

/**
 * Runs one piece of work at a time: a call while one is in flight does nothing and returns undefined. `busy`
 * is for rendering.
 */
export function useSingleFlight() {
  const [busy, setBusy] = useState(false)
  // State updates too late for the second click of a double click.
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
