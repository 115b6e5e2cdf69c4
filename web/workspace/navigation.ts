import {
  CalendarDays,
  ChartColumn,
  ClipboardCheck,
  Gauge,
  LayoutList,
  Store,
  Sun,
  UserRoundSearch,
  Users,
  Wrench,
} from 'lucide-react'
import { isAllowed, seesEveryShop, type Action } from '../../contract/identity/permissions.ts'
import type { Standing } from '../../contract/identity/roles.ts'
import { paths } from '../paths.ts'

/** The parts of the workspace, by the views of the address. */
export type Place =
  | 'work'
  | 'today'
  | 'board'
  | 'appointments'
  | 'contacts'
  | 'reviews'
  | 'overview'
  | 'shop'
  | 'shops'
  | 'customers'
  | 'fitment'

export type NavItem = {
  place: Place
  label: string
  /** On the narrow tabs of a phone. */
  short?: string
  href: string
  Icon: typeof Sun
  /** The key that opens it. */
  shortcut?: string
}

type Entry = NavItem & { needs: Action; for?: 'members' | 'administrators' }

const entries: readonly Entry[] = [
  { place: 'work', label: 'My jobs', href: paths.work, Icon: Wrench, needs: 'work.take' },
  { place: 'today', label: 'Today', href: paths.today, Icon: Sun, shortcut: 't', needs: 'attention.read' },
  {
    place: 'board',
    label: 'Board',
    href: paths.adminView('board'),
    Icon: CalendarDays,
    shortcut: 'b',
    needs: 'board.read',
  },
  {
    place: 'appointments',
    label: 'Appointments',
    href: paths.admin,
    Icon: LayoutList,
    shortcut: 'a',
    needs: 'appointment.read',
  },
  {
    place: 'contacts',
    label: 'Contacts',
    href: paths.adminView('contacts'),
    Icon: Users,
    shortcut: 'c',
    needs: 'contact.read',
  },
  {
    place: 'reviews',
    label: 'Fitment reviews',
    short: 'Reviews',
    href: paths.adminView('reviews'),
    Icon: ClipboardCheck,
    shortcut: 'f',
    needs: 'fitment.review',
  },
  {
    place: 'overview',
    label: 'Overview',
    href: paths.adminView('overview'),
    Icon: ChartColumn,
    shortcut: 'o',
    needs: 'overview.read',
  },
  {
    place: 'shop',
    label: 'Shop',
    href: paths.adminView('shop'),
    Icon: Store,
    shortcut: 's',
    needs: 'shop.readSettings',
    for: 'members',
  },
  {
    place: 'shops',
    label: 'Shops',
    href: paths.adminView('shops'),
    Icon: Store,
    shortcut: 's',
    needs: 'shop.changeStatus',
    for: 'administrators',
  },
  {
    place: 'customers',
    label: 'Customers',
    href: paths.adminView('customers'),
    Icon: UserRoundSearch,
    needs: 'customer.read',
  },
  {
    place: 'fitment',
    label: 'Fitment data',
    href: paths.adminView('fitment'),
    Icon: Gauge,
    needs: 'fitment.change',
  },
]

/**
 * The navigation of a standing. The jobs are for technicians: the desk has them on the board. `shopId` is
 * kept in every address for a person with several shops.
 */
export function navItemsOf(standing: Standing, shopId: number | null): NavItem[] {
  const kind = seesEveryShop(standing) ? 'administrators' : 'members'
  return entries
    .filter((entry) => isAllowed(standing, entry.needs as 'board.read'))
    .filter((entry) => entry.for === undefined || entry.for === kind)
    .filter(({ place }) => place !== 'work' || standing === 'technician')
    .map(({ needs: _needs, for: _for, ...item }) => ({ ...item, href: withShop(item.href, shopId) }))
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
