import { useEffect, useState } from 'react'

type Problem = { words: string; isOffline: boolean }

/** The problem of a write in words. One for lack of a connection goes once the browser is online again. */
export function useProblem() {
  const [problem, setProblem] = useState<Problem | null>(null)
  const isOffline = problem?.isOffline === true
  useEffect(() => {
    if (!isOffline) return
    const clear = () => setProblem(null)
    window.addEventListener('online', clear)
    return () => window.removeEventListener('online', clear)
  }, [isOffline])
  return [problem?.words ?? null, setProblem] as const
}
