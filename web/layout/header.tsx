import { useEffect } from 'react'
import { Link, useLocation } from 'wouter'
import { brandName } from '../../contract/brand.ts'
import { layoutHint } from '../identity/layout-hint.ts'
import { useSession } from '../identity/session.ts'
import { paths } from '../paths.ts'
import { ButtonLink } from '../ui/button.tsx'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { BrandMark } from './brand-mark.tsx'
import { PageBoundary } from './page-boundary.tsx'

const SignedInNav = lazyComponent(
  () => import('./signed-in-nav.tsx').then((module) => module.SignedInNav),
  null,
)

export function Header() {
  const session = useSession()
  const [location] = useLocation()
  useEffect(() => {
    // On other pages the user is signed in or about to be.
    if (location !== paths.landing) void SignedInNav.preload()
  }, [location])

  // Before the session has loaded, a browser without a hint counts as signed out: the button is there from
  // the start.
  const offersLogin =
    session.state === 'signed-out' ||
    session.state === 'unreachable' ||
    (session.state === 'loading' && layoutHint.read() === null)
  const isSignedIn = session.state === 'signed-in'
  return (
    <header className="group/header always-dark relative bg-canvas">
      <div className="mx-auto flex min-h-16 max-w-6xl items-center gap-2 px-4 max-[359px]:gap-0 max-[359px]:px-2 sm:min-h-18 sm:px-6">
        <Link
          href={paths.landing}
          className="mr-auto -ml-2 flex min-h-11 items-center gap-2.5 rounded-control px-2 max-[359px]:-ml-1 max-[359px]:gap-1.5 max-[359px]:px-1 text-lg font-semibold tracking-tight"
        >
          {/* On a phone the mark and the name do not both fit beside a signed-in user's links; staff have one
              more link, marked in the nav, and keep the name alone where it fits. */}
          <BrandMark className="size-7 shrink-0 max-[27rem]:min-[24rem]:group-has-[[data-for-staff]]/header:hidden" />
          <span className={isSignedIn ? 'max-[24rem]:sr-only' : undefined}>{brandName}</span>
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
