import { useState } from 'react'
import { Ellipsis } from 'lucide-react'
import { Link } from 'wouter'
import type { User } from '../../contract/identity/identity.ts'
import { paths } from '../paths.ts'
import { Dialog } from '../ui/dialog.tsx'
import { tabsOnPhone, type NavItem } from './navigation.ts'
import type { Place } from './views.ts'
import { LogoutButton } from './workspace-header.tsx'

type BottomTabsProps = { items: readonly NavItem[]; place: Place; user: User }

const tab =
  'flex min-h-14 flex-1 flex-col items-center justify-center gap-0.5 text-[0.6875rem] leading-tight font-medium text-muted aria-[current]:text-ink'
const row = 'flex min-h-12 items-center gap-3 rounded-control px-3 text-ui font-medium hover:bg-hover'

/** The parts of the workspace at the foot of a phone: four, and the others with the account behind More. */
export function BottomTabs({ items, place, user }: BottomTabsProps) {
  const [isOpen, setOpen] = useState(false)
  const more = items.slice(tabsOnPhone)
  const close = () => setOpen(false)
  return (
    <>
      <nav
        aria-label="Workspace"
        className="fixed inset-x-0 bottom-0 z-30 flex border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] md:hidden print:hidden"
      >
        {items.slice(0, tabsOnPhone).map(({ place: target, label, short, href, Icon }) => (
          <Link
            key={target}
            href={href}
            aria-label={label}
            aria-current={target === place ? 'page' : undefined}
            className={tab}
          >
            <Icon className={target === place ? 'size-5.5 text-ember' : 'size-5.5'} aria-hidden="true" />
            {short ?? label}
          </Link>
        ))}
        <button
          type="button"
          aria-haspopup="dialog"
          aria-current={more.some(({ place: target }) => target === place) ? 'true' : undefined}
          onClick={() => setOpen(true)}
          className={tab}
        >
          <Ellipsis className="size-5.5" aria-hidden="true" />
          More
        </button>
      </nav>
      <Dialog open={isOpen} onOpenChange={setOpen} title="More">
        <div className="grid gap-1 pb-2">
          {more.map(({ place: target, label, href, Icon }) => (
            <Link
              key={target}
              href={href}
              aria-current={target === place ? 'page' : undefined}
              onClick={close}
              className={row}
            >
              <Icon className="size-5 text-muted" aria-hidden="true" />
              {label}
            </Link>
          ))}
          {!user.onlyWorks && (
            <Link href={paths.appointments} className={row}>
              My Appointments
            </Link>
          )}
          <Link href={paths.account} className={row}>
            Your account
          </Link>
          <div className="mt-3">
            <LogoutButton wide />
          </div>
        </div>
      </Dialog>
    </>
  )
}
