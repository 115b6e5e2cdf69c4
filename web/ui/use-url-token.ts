import { useEffect, useState } from 'react'
import type { BrowserStore } from './browser-store.ts'
import { takeUrlToken } from './url-token.ts'

/**
 * The token of the mailed link that opened this page; null when there is none, undefined before the first
 * effect.
 */
export function useUrlToken(store: BrowserStore<string>): string | null | undefined {
  const [token, setToken] = useState<string | null>()
  useEffect(() => {
    const take = () => setToken(takeUrlToken(store))
    take()
    // Opening another such link in this tab changes only the fragment.
    window.addEventListener('hashchange', take)
    return () => window.removeEventListener('hashchange', take)
  }, [store])
  return token
}
