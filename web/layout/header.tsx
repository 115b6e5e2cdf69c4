import { useEffect } from 'react'
import { Link, useLocation } from 'wouter'
import { brandName } from '../../contract/brand.ts'
import { hasLayoutHint } from '../identity/layout-hint.ts'
import { useSession } from '../identity/session.ts'
import { paths } from '../paths.ts'
import { ButtonLink } from '../ui/button.tsx'
import { later } from '../ui/later.tsx'
import { BrandMark } from './brand-mark.tsx'
import { PageBoundary } from './page-boundary.tsx'

const SignedInNav = later(() => import('./signed-in-nav.tsx').then((module) => module.SignedInNav), null)

export function Header() {
  const session = useSession()
  const [location] = useLocation()
  useEffect(() => {
    // Elsewhere somebody is signed in, or about to be.
    if (location !== paths.landing) void SignedInNav.fetch()
  }, [location])

  // Before the server has answered, whoever never signed in here is taken for a visitor: the button is there from the first moment.
  const offersLogin =
    session.state === 'signed-out' ||
    session.state === 'unreachable' ||
    (session.state === 'loading' && !hasLayoutHint())
  const isSignedIn = session.state === 'signed-in'
  return (
    <header className="group/header at-dusk relative bg-canvas">
      <div className="mx-auto flex min-h-16 max-w-6xl items-center gap-2 px-4 max-[359px]:gap-0 max-[359px]:px-2 sm:min-h-18 sm:px-6">
        <Link
          href={paths.landing}
          className="mr-auto -ml-2 flex min-h-11 items-center gap-2.5 rounded-control px-2 max-[359px]:-ml-1 max-[359px]:gap-1.5 max-[359px]:px-1 text-lg font-semibold tracking-tight"
        >
          <BrandMark className="size-7 shrink-0" />
          {/* On a phone the links of a signed-in person leave no room for the name; staff have one link more, marked in the nav. */}
          <span
            className={
              isSignedIn
                ? 'max-[24rem]:sr-only group-has-[[data-for-staff]]/header:max-[27rem]:sr-only'
                : undefined
            }
          >
            {brandName}
          </span>
        </Link>
        <nav aria-label="Main" className="flex items-center gap-1 max-[27rem]:gap-0 sm:gap-3">
          {session.state === 'signed-in' && (
            <PageBoundary instead={null}>
              <SignedInNav user={session.user} />
            </PageBoundary>
          )}
          {offersLogin && location !== paths.login && (
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
