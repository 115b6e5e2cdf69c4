import { useSearch } from 'wouter'
import type { User } from '../../contract/identity/identity.ts'
import type { Workplace } from '../../contract/identity/workplaces.ts'
import { textStore } from '../ui/browser-store.ts'
import { useStore } from '../ui/external-store.ts'

/** The shop that a person with several chose last. The address of a page names it first. */
export const chosenShopStore = textStore('shop', (text) => text, 'browser')

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
