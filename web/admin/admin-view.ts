import { isAllowed, seesEveryShop } from '../../contract/identity/permissions.ts'
import type { Standing } from '../../contract/identity/roles.ts'

export const adminViews = [
  'today',
  'appointments',
  'board',
  'overview',
  'shops',
  'shop',
  'customers',
  'contacts',
  'reviews',
  'fitment',
] as const
export type AdminView = (typeof adminViews)[number]

/** The view that the address asks for; the table when it names none or one that this user lacks. */
export function adminViewOf(search: string, standing: Standing): AdminView {
  const asked = new URLSearchParams(search).get('view') ?? (askedCheckOf(search) === null ? null : 'reviews')
  const view = adminViews.find((view) => view === asked) ?? 'appointments'
  const isOpen = {
    appointments: true,
    today: isAllowed(standing, 'attention.read'),
    board: isAllowed(standing, 'board.read'),
    overview: isAllowed(standing, 'overview.read'),
    shop: isAllowed(standing, 'shop.readSettings'),
    shops: seesEveryShop(standing),
    customers: isAllowed(standing, 'customer.read'),
    contacts: isAllowed(standing, 'contact.read'),
    reviews: isAllowed(standing, 'fitment.review'),
    fitment: isAllowed(standing, 'fitment.change'),
  }
  return isOpen[view] ? view : 'appointments'
}

/** The id of the review, or of its appointment, whose fitment check the address names; null for none. */
export function askedCheckOf(search: string): string | null {
  return new URLSearchParams(search).get('check')
}

/** The id of the contact that the address names; null for none. */
export function askedContactOf(search: string): string | null {
  return new URLSearchParams(search).get('contact')
}
