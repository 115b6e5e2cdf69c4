import { Link } from 'wouter'
import { isAllowed, seesEveryShop } from '../../contract/identity/permissions.ts'
import type { Standing } from '../../contract/identity/roles.ts'
import { paths } from '../paths.ts'
import type { AdminView } from './admin-view.ts'

type Tab = { view: AdminView; label: string; href: string }

function tabsOf(standing: Standing): Tab[] {
  const shared: Tab[] = [
    { view: 'appointments', label: 'Appointments', href: paths.admin },
    ...(isAllowed(standing, 'board.read')
      ? [{ view: 'board' as const, label: 'Board', href: paths.adminView('board') }]
      : []),
    ...(isAllowed(standing, 'fitment.review')
      ? [{ view: 'reviews' as const, label: 'Fitment Checks', href: paths.adminView('reviews') }]
      : []),
    ...(isAllowed(standing, 'overview.read')
      ? [{ view: 'overview' as const, label: 'Overview', href: paths.adminView('overview') }]
      : []),
  ]
  const shops: Tab = seesEveryShop(standing)
    ? { view: 'shops', label: 'Shops', href: paths.adminView('shops') }
    : { view: 'shop', label: 'My Shop', href: paths.adminView('shop') }
  if (!isAllowed(standing, 'shop.readSettings')) return shared
  const customers: Tab = { view: 'customers', label: 'Customers', href: paths.adminView('customers') }
  const fitment: Tab = { view: 'fitment', label: 'Fitment', href: paths.adminView('fitment') }
  return [
    ...shared,
    shops,
    ...(isAllowed(standing, 'customer.read') ? [customers] : []),
    ...(isAllowed(standing, 'fitment.change') ? [fitment] : []),
  ]
}

/**
 * The views of Appointment Management, in more than one row where the window has no room for all. They are
 * links, so that each has an address and opens in its own tab on request.
 */
export function AdminTabs({ standing, view }: { standing: Standing; view: AdminView }) {
  const shown = seesEveryShop(standing) && view === 'shop' ? 'shops' : view
  return (
    <nav
      aria-label="Appointment Management"
      className="mb-2.5 flex flex-wrap gap-1 shadow-[inset_0_-1px_0_var(--color-line)] max-sm:mb-6 max-sm:gap-0"
    >
      {tabsOf(standing).map((tab) => (
        <Link
          key={tab.view}
          href={tab.href}
          aria-current={shown === tab.view ? 'page' : undefined}
          className="flex min-h-11 items-center rounded-t-control border-b-2 border-transparent px-2 text-ui font-medium whitespace-nowrap text-muted transition-colors max-[24rem]:px-1.5 max-[21rem]:px-1 max-[21rem]:text-sm sm:px-3.5 sm:text-base hover:text-ink focus-visible:-outline-offset-2 aria-[current]:border-ember aria-[current]:text-ink"
        >
          {tab.label}
        </Link>
      ))}
    </nav>
  )
}
