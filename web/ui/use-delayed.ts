import { useEffect, useState } from 'react'

/** Whether something has been under way for longer than `ms`; false again as soon as it is not. */
export function useDelayed(underWay: boolean, ms: number): boolean {
  const [late, setLate] = useState(false)
  useEffect(() => {
    if (!underWay) return
    const timer = setTimeout(() => setLate(true), ms)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [underWay, ms])
  return late && underWay
}
