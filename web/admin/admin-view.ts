import type { Standing } from '../../contract/identity/roles.ts'
import { isOpenTo } from '../workspace/navigation.ts'
import { places, type AdminView } from '../workspace/views.ts'

const isAdminView = (view: string | null): view is AdminView =>
  view !== 'work' && places.some((place) => place === view)

/** The view that the address asks for; the table when it names none or one that this user lacks. */
export function adminViewOf(search: string, standing: Standing): AdminView {
  const asked = new URLSearchParams(search).get('view') ?? (askedCheckOf(search) === null ? null : 'reviews')
  return isAdminView(asked) && isOpenTo(standing, asked) ? asked : 'appointments'
}

/** The id of the review, or of its appointment, whose fitment check the address names; null for none. */
export function askedCheckOf(search: string): string | null {
  return new URLSearchParams(search).get('check')
}

/** The id of the contact that the address names; null for none. */
export function askedContactOf(search: string): string | null {
  return new URLSearchParams(search).get('contact')
}
