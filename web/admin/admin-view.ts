import { seesEveryShop } from '../../contract/identity/permissions.ts'
import type { Role } from '../../contract/identity/roles.ts'

export const adminViews = ['appointments', 'board', 'overview', 'shops', 'shop'] as const
export type AdminView = (typeof adminViews)[number]

/** The view an address asks for: the table unless it names another one that this role has. */
export function adminViewOf(search: string, role: Role): AdminView {
  const asked = new URLSearchParams(search).get('view')
  const view = adminViews.find((view) => view === asked) ?? 'appointments'
  return view === 'shops' && !seesEveryShop(role) ? 'appointments' : view
}

/** The shop an address names; null when it names none. */
export function askedShopOf(search: string): number | null {
  const asked = new URLSearchParams(search).get('shop')
  return asked !== null && /^[1-9]\d{0,8}$/.test(asked) ? Number(asked) : null
}
