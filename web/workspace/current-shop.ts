import { createContext, useEffect } from 'react'
import { useSearch } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import type { User } from '../../contract/identity/identity.ts'
import type { Workplace } from '../../contract/identity/identity.ts'
import { textStore } from '../ui/browser-store.ts'
import { useStore } from '../ui/external-store.ts'

/** The shop that a person with several chose last. The address of a page names it first. */
export const chosenShopStore = textStore('shop', (text) => text, 'browser')

/** The shop of the page for the queries below it; null for an administrator. */
export const CurrentShopContext = createContext<number | null>(null)

/** The shop that the address names; null when it names none. */
export function askedShopOf(search: string): number | null {
  const asked = new URLSearchParams(search).get('shop')
  return asked !== null && /^[1-9]\d{0,8}$/.test(asked) ? Number(asked) : null
}

/** The shop whose day a member runs on this page. Null for an administrator, who sees every shop. */
export function useCurrentShop({ role, workplaces }: Pick<User, 'role' | 'workplaces'>): Workplace | null {
  const asked = askedShopOf(useSearch())
  const chosen = useStore(chosenShopStore, null)
  if (role === 'administrator') return null
  const find = (id: number | null) => workplaces.find(({ shopId }) => shopId === id)
  return find(asked) ?? find(Number(chosen)) ?? workplaces[0] ?? null
}

/** Puts the shop into the address of a page that names none: its views read their shop from there. */
export function useShopInAddress({ workplaces }: Pick<User, 'workplaces'>, shop: Workplace | null): void {
  const asked = askedShopOf(useSearch())
  const missing = workplaces.length > 1 && shop !== null && asked !== shop.shopId ? shop.shopId : null
  useEffect(() => {
    if (missing === null) return
    const search = new URLSearchParams(window.location.search)
    search.set('shop', String(missing))
    navigate(`${window.location.pathname}?${search}`, { replace: true, state: window.history.state })
  }, [missing])
}
