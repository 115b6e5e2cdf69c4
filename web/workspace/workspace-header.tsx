import type { ReactNode } from 'react'
import { LogOut } from 'lucide-react'
import { Link } from 'wouter'
import type { User, Workplace } from '../../contract/identity/identity.ts'
import { useLogout } from '../identity/logout.ts'
import { BrandMark } from '../layout/brand-mark.tsx'
import { paths } from '../paths.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Button } from '../ui/button.tsx'
import { SandboxBadge } from './sandbox-badge.tsx'
import { ShopSwitch } from './shop-switch.tsx'

type Home = { href: string; label: string }
type WorkspaceHeaderProps = { user: User; shop: Workplace | null; home: Home; search: ReactNode }

/** The slim header of the workspace: the shop, the search, the person. */
export function WorkspaceHeader({ user, shop, home, search }: WorkspaceHeaderProps) {
  return (
    <header className="always-dark sticky top-0 z-30 has-[[data-open-search]]:z-50 border-b border-line bg-canvas text-ink print:hidden">
      <div className="flex min-h-14 items-center gap-3 px-4 max-[22rem]:gap-1.5 max-[22rem]:px-2">
        <div className="flex min-w-0 items-center gap-2 lg:w-52 lg:shrink-0">
          <Link
            href={home.href}
            aria-label={home.label}
            className="grid size-10 shrink-0 place-items-center rounded-control max-md:hidden"
          >
            <BrandMark className="size-6" />
          </Link>
          <ShopSwitch user={user} shop={shop} />
        </div>
        {/* On a phone the closed box is its icon alone; open, it covers the screen. */}
        <div className="ml-auto min-w-0 max-sm:w-12 max-sm:shrink-0 max-sm:[&_search:not([data-open-search])_input]:pr-0 max-sm:[&_search:not([data-open-search])_input]:placeholder:text-transparent sm:mx-auto sm:w-full sm:max-w-xl">
          {search}
        </div>
        <SandboxBadge />
        <nav aria-label="Account" className="flex shrink-0 items-center gap-1 max-md:hidden">
          {!user.onlyWorks && (
            <Link
              href={paths.appointments}
              className="flex min-h-10 items-center rounded-control px-2.5 text-sm text-muted hover:text-ink max-lg:hidden"
            >
              My Appointments
            </Link>
          )}
          <Link
            href={paths.account}
            aria-label="Your account"
            title={user.name || user.email}
            className="grid size-10 place-items-center rounded-full"
          >
            <Avatar name={user.name} image={user.image} />
          </Link>
          <LogoutButton />
        </nav>
      </div>
    </header>
  )
}

export function LogoutButton({ wide = false }: { wide?: boolean }) {
  const { leaving, leave } = useLogout()
  return (
    <Button
      variant={wide ? 'secondary' : 'ghost'}
      size="small"
      className={wide ? 'w-full' : 'px-3!'}
      busy={leaving}
      busyText="Logging out..."
      onClick={leave}
    >
      <LogOut className="size-4" aria-hidden="true" />
      Logout
    </Button>
  )
}
