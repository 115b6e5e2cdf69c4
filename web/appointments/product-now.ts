import { useEffect, useState } from 'react'
import { useSettings } from './queries.ts'

/**
 * The present instant by the product's clock, as it goes on while the page is open; null while that is not known. Where it cannot
 * be had the browser's clock stands in: the server decides in any case.
 */
export function useProductNow(): number | null {
  const { data, dataUpdatedAt, isPending } = useSettings()
  const [here, setHere] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setHere(Date.now()), 20_000)
    return () => clearInterval(timer)
  }, [])
  if (isPending) return null
  return data ? Date.parse(data.now) + Math.max(0, here - dataUpdatedAt) : here
}
