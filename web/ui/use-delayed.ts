import { useEffect, useState } from 'react'

/** Whether something has been in progress for longer than `ms`; false as soon as it ends. */
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
