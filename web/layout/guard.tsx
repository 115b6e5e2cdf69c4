import { Fragment, useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { Redirect, useLocation } from 'wouter'
import type { User } from '../../contract/identity/identity.ts'
import { isAllowed } from '../../contract/identity/permissions.ts'
import { afterSignIn, keepMailedPage, returnUrlStore, visitReturnStore } from '../identity/return-url.ts'
import { refreshSession, useSession } from '../identity/session.ts'
import { paths } from '../paths.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { PageLoading } from './page-loading.tsx'

type GuardProps = {
  /**
   * `customers`: staff go to their own page. `signed-out`: signed-in users go to their own page. `new-shops`:
   * like that, but an existing shop goes straight to its appointments.
   */
  allow: 'customers' | 'signed-in' | 'signed-out' | 'new-shops'
  children: ReactNode
}

/** Rarely needed, and every page would load it with the guard. */
const OtherAccount = lazyComponent(
  () => import('./other-account.tsx').then((module) => module.OtherAccount),
  PageLoading,
)

/** Redirects by session and role. Only for convenience: the server enforces permissions. */
export function Guard({ allow, children }: GuardProps) {
  const session = useSession()
  const opensSignedOut = allow === 'signed-out' || allow === 'new-shops'
  const hasArrived = session.state === 'signed-in' && !opensSignedOut
  useEffect(() => {
    if (!hasArrived) return
    returnUrlStore.write(null)
    visitReturnStore.write(null)
  }, [hasArrived])
  switch (session.state) {
    case 'loading':
      return <PageLoading />
    case 'unreachable':
      return opensSignedOut ? children : <Unreachable />
    case 'signed-out':
      return opensSignedOut ? children : <SentToLogin />
    case 'other-account':
      return <OtherAccount email={session.user.email} />
    case 'signed-in': {
      const { id, role } = session.user
      const canBook = isAllowed(role, 'ownAppointment.book')
      // Another account or role draws the page anew, without the data loaded before.
      if (allow === 'signed-in' || (allow === 'customers' && canBook))
        return <Fragment key={`${id} ${role}`}>{children}</Fragment>
      if (allow === 'signed-out') return <SentOn user={session.user} />
      if (canBook) return <SentTo to={paths.scheduler} />
      const isShop = role === 'shop'
      return <SentTo to={isShop && allow !== 'new-shops' ? paths.shopRegistration : paths.admin} />
    }
  }
}

/**
 * A redirect runs once, on mount, and React may keep its element for a second one. The key makes each address
 * a new redirect.
 */
function SentTo({ to, state }: { to: string; state?: unknown }) {
  const [location] = useLocation()
  return <Redirect key={`${location} ${to}`} to={to} state={state} replace />
}

function SentToLogin() {
  // In the first render: the redirect's effect changes the address before an effect here would run.
  useState(() => keepMailedPage(window.location))
  return <SentTo to={paths.login} />
}

/** Read once, because the destination page removes it on arrival. */
function SentOn({ user }: { user: User }) {
  const [{ to, state }] = useState(() => afterSignIn(user, returnUrlStore.read(), visitReturnStore.read()))
  return <SentTo to={to} state={state} />
}

function Unreachable() {
  const [retrying, setRetrying] = useState(false)
  const retry = async () => {
    setRetrying(true)
    await refreshSession()
    setRetrying(false)
  }
  return (
    <div className="mx-auto w-full max-w-2xl px-4 py-16">
      <ErrorState
        message="No connection. Please check your network and try again."
        retrying={retrying}
        onRetry={() => void retry()}
      />
    </div>
  )
}
