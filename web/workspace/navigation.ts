import { isAllowed, scopeOf, seesEveryShop } from '../../contract/identity/permissions.ts'
import type { Standing } from '../../contract/identity/roles.ts'
import { paths } from '../paths.ts'
import { places, viewRows, type Place } from './views.ts'

export type NavItem = Pick<(typeof viewRows)[Place], 'label' | 'short' | 'Icon' | 'shortcut'> & {
  place: Place
  href: string
}

/** Whether a standing may open a view. */
export function isOpenTo(standing: Standing, place: Place): boolean {
  return scopeOf(standing, viewRows[place].needs) !== 'none'
}

function hrefOf(place: Place): string {
  if (place === 'work') return paths.work
  return place === 'appointments' ? paths.admin : paths.adminView(place)
}

const isIn = {
  technicians: (standing: Standing) => standing === 'technician',
  members: (standing: Standing) => !seesEveryShop(standing),
  administrators: seesEveryShop,
}

function isFor(standing: Standing, place: Place): boolean {
  const audience = viewRows[place].for
  return audience === undefined || isIn[audience](standing)
}

/** The navigation of a standing. `shopId` is kept in every address for a person with several shops. */
export function navItemsOf(standing: Standing, shopId: number | null): NavItem[] {
  return places
    .filter((place) => isOpenTo(standing, place) && isFor(standing, place))
    .map((place) => ({ ...viewRows[place], place, href: withShop(hrefOf(place), shopId) }))
}

/** An address of the workspace that names the shop; unchanged without one. */
export function withShop(href: string, shopId: number | null): string {
  if (shopId === null) return href
  return `${href}${href.includes('?') ? '&' : '?'}shop=${shopId}`
}

/** The first page of a standing. */
export function homeOf(standing: Standing): string {
  if (standing === 'technician') return paths.work
  return isAllowed(standing, 'attention.read') ? paths.today : paths.admin
}

/** Tabs at the bottom of a phone: the first four, and the rest behind a fifth. */
export const tabsOnPhone = 4
