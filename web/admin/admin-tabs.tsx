import { Link } from 'wouter'
import { isAllowed, seesEveryShop } from '../../contract/identity/permissions.ts'
import type { Role } from '../../contract/identity/roles.ts'
import { paths } from '../paths.ts'
import type { AdminView } from './admin-view.ts'

type Tab = { view: AdminView; label: string; href: string }

function tabsOf(role: Role): Tab[] {
  const shared: Tab[] = [
    { view: 'appointments', label: 'Appointments', href: paths.admin },
    { view: 'board', label: 'Board', href: paths.adminView('board') },
    ...(isAllowed(role, 'overview.read')
      ? [{ view: 'overview' as const, label: 'Overview', href: paths.adminView('overview') }]
      : []),
  ]
  return seesEveryShop(role)
    ? [...shared, { view: 'shops', label: 'Shops', href: paths.adminView('shops') }]
    : [...shared, { view: 'shop', label: 'My Shop', href: paths.adminView('shop') }]
}

/** The views of Appointment Management. They are links: each is an address, and opens in a window of its own on request. */
export function AdminTabs({ role, view }: { role: Role; view: AdminView }) {
  const shown = seesEveryShop(role) && view === 'shop' ? 'shops' : view
  return (
    <nav
      aria-label="Appointment Management"
      className="mb-6 flex gap-1 border-b border-line max-[21rem]:gap-0"
    >
      {tabsOf(role).map((tab) => (
        <Link
          key={tab.view}
          href={tab.href}
          aria-current={shown === tab.view ? 'page' : undefined}
          className="-mb-px flex min-h-11 items-center rounded-t-control border-b-2 border-transparent px-2 text-ui font-medium whitespace-nowrap text-muted transition-colors max-[24rem]:px-1.5 max-[21rem]:px-1 max-[21rem]:text-sm sm:px-3.5 sm:text-base hover:text-ink focus-visible:-outline-offset-2 aria-[current]:border-ember aria-[current]:text-ink"
        >
          {tab.label}
        </Link>
      ))}
    </nav>
  )
}
