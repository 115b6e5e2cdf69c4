import {
  Banknote,
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
import type { Action } from '../../contract/identity/permissions.ts'

type ViewRow = {
  label: string
  /** On the narrow tabs of a phone. */
  short?: string
  /** The heading, where it is not the label. */
  title?: string
  Icon: typeof Sun
  /** The key that opens it. */
  shortcut?: string
  needs: Action
  /** Absent from the navigation of the others. */
  for?: 'technicians' | 'members' | 'administrators'
}

/**
 * Every view of the workspace, in the order of the navigation. Navigation, tabs, keys, headings and access
 * are built from these rows. All but the jobs of a technician are views of one page, by their name in the
 * address.
 */
const views = {
  // The desk has the jobs on the board.
  work: { label: 'My jobs', Icon: Wrench, needs: 'work.take', for: 'technicians' },
  today: { label: 'Today', Icon: Sun, shortcut: 't', needs: 'attention.read' },
  board: { label: 'Board', Icon: CalendarDays, shortcut: 'b', needs: 'board.read' },
  appointments: {
    label: 'Appointments',
    title: 'Appointment Management',
    Icon: LayoutList,
    shortcut: 'a',
    needs: 'appointment.read',
  },
  contacts: { label: 'Contacts', Icon: Users, shortcut: 'c', needs: 'contact.read' },
  reviews: {
    label: 'Fitment reviews',
    short: 'Reviews',
    Icon: ClipboardCheck,
    shortcut: 'f',
    needs: 'fitment.review',
  },
  overview: { label: 'Overview', Icon: ChartColumn, shortcut: 'o', needs: 'overview.read' },
  shop: { label: 'Shop', Icon: Store, shortcut: 's', needs: 'shop.readSettings', for: 'members' },
  shops: { label: 'Shops', Icon: Store, shortcut: 's', needs: 'shop.changeStatus', for: 'administrators' },
  payouts: { label: 'Payouts', Icon: Banknote, shortcut: 'p', needs: 'payout.record' },
  customers: { label: 'Customers', Icon: UserRoundSearch, needs: 'customer.read' },
  fitment: { label: 'Fitment data', Icon: Gauge, needs: 'fitment.change' },
} as const satisfies Record<string, ViewRow>

export type Place = keyof typeof views
/** The views of Appointment Management. */
export type AdminView = Exclude<Place, 'work'>

export const viewRows: Readonly<Record<Place, ViewRow>> = views
export const places: readonly Place[] = Object.keys(views) as Place[]

/** The heading of a view. */
export function titleOf(view: Place): string {
  const { title, label } = viewRows[view]
  return title ?? label
}
