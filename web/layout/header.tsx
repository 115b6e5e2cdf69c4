import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { brandName } from '../../contract/brand.ts'
import { logout, useSession } from '../identity/session.ts'
import { paths } from '../paths.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { BrandMark } from './brand-mark.tsx'

export function Header() {
  const session = useSession()
  const [location] = useLocation()
  const [leaving, setLeaving] = useState(false)

  const leave = async () => {
    setLeaving(true)
    await logout()
    setLeaving(false)
  }

  const isSignedIn = session.state === 'signed-in'
  const isStaff = isSignedIn && session.user.role !== 'customer'
  const link =
    'flex min-h-11 items-center rounded-control px-2.5 text-ui leading-tight text-muted transition-colors hover:text-ink aria-[current]:text-ink max-[27rem]:px-1 max-[27rem]:text-sm max-[359px]:px-0.5 max-[359px]:text-fine sm:px-3'
  return (
    <header className="at-dusk relative bg-canvas">
      <div className="mx-auto flex min-h-16 max-w-6xl items-center gap-2 px-4 max-[359px]:gap-0 max-[359px]:px-2 sm:min-h-18 sm:px-6">
        <Link
          href={paths.landing}
          className="mr-auto -ml-2 flex min-h-11 items-center gap-2.5 rounded-control px-2 max-[359px]:-ml-1 max-[359px]:gap-1.5 max-[359px]:px-1 text-lg font-semibold tracking-tight"
        >
          <BrandMark className="size-7 shrink-0" />
          {/* A phone has no room for the name beside the links of somebody who is signed in; staff have one more. */}
          <span className={isStaff ? 'max-[27rem]:sr-only' : isSignedIn ? 'max-[24rem]:sr-only' : undefined}>
            {brandName}
          </span>
        </Link>
        <nav aria-label="Main" className="flex items-center gap-1 max-[27rem]:gap-0 sm:gap-3">
          {isStaff && (
            <Link
              href={paths.admin}
              aria-current={location === paths.admin ? 'page' : undefined}
              className={link}
            >
              Manage
            </Link>
          )}
          {session.state === 'signed-in' && (
            <Link
              href={paths.appointments}
              aria-current={location === paths.appointments ? 'page' : undefined}
              className={link}
            >
              My Appointments
            </Link>
          )}
          {session.state === 'signed-in' && (
            <Link
              href={paths.account}
              aria-label="Your account"
              aria-current={location === paths.account ? 'page' : undefined}
              className="grid size-11 max-[359px]:size-9 shrink-0 place-items-center rounded-full transition-shadow aria-[current]:ring-2 aria-[current]:ring-ember"
            >
              <Avatar name={session.user.name} image={session.user.image} />
            </Link>
          )}
          {session.state === 'signed-in' && (
            <Button
              variant="secondary"
              size="small"
              className="max-[27rem]:ml-1 max-[27rem]:px-3 max-[359px]:px-1.5"
              busy={leaving}
              busyText="Logging out..."
              onClick={() => void leave()}
            >
              Logout
            </Button>
          )}
          {(session.state === 'signed-out' || session.state === 'unreachable') &&
            location !== paths.login && (
              <ButtonLink href={paths.login} variant="secondary" size="small">
                Login
              </ButtonLink>
            )}
        </nav>
      </div>
      <div aria-hidden="true" className="ambient-line absolute inset-x-0 bottom-0" />
    </header>
  )
}
