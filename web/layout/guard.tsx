import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { Redirect, useLocation } from 'wouter'
import type { User } from '../../contract/identity/identity.ts'
import { isAllowed, scopeOf } from '../../contract/identity/permissions.ts'
import { forgetPlace, readPlace, whereToGoOn } from '../identity/place-to-return.ts'
import { refreshSession, useSession } from '../identity/session.ts'
import { paths } from '../paths.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { PageLoading } from './page-loading.tsx'

type GuardProps = {
  /**
   * `customers`: staff go to their own page. `signed-out`: somebody signed in goes on to their own page. `new-shops`: like
   * that, but a shop that is there already goes straight to its appointments.
   */
  allow: 'customers' | 'signed-in' | 'signed-out' | 'new-shops'
  children: ReactNode
}

/** Sends people where they belong. A convenience for the eye: what they may read or do is decided by the server. */
export function Guard({ allow, children }: GuardProps) {
  const session = useSession()
  const opensSignedOut = allow === 'signed-out' || allow === 'new-shops'
  const hasArrived = session.state === 'signed-in' && !opensSignedOut
  useEffect(() => {
    if (hasArrived) forgetPlace()
  }, [hasArrived])
  switch (session.state) {
    case 'loading':
      return <PageLoading />
    case 'unreachable':
      return opensSignedOut ? children : <Unreachable />
    case 'signed-out':
      return opensSignedOut ? children : <SentTo to={paths.login} />
    case 'signed-in': {
      const { role } = session.user
      const canBook = isAllowed(role, 'ownAppointment.book')
      if (allow === 'signed-in' || (allow === 'customers' && canBook)) return children
      if (allow === 'signed-out') return <SentOn user={session.user} />
      if (canBook) return <SentTo to={paths.scheduler} />
      const ownsShop = scopeOf(role, 'shop.read') === 'ownShop'
      return <SentTo to={ownsShop && allow !== 'new-shops' ? paths.shopRegistration : paths.admin} />
    }
  }
}

/**
 * A redirect acts once, when it is mounted, and one that leads to another may be kept in its place: it counts anew for each address
 * it is met at.
 */
function SentTo({ to, state }: { to: string; state?: unknown }) {
  const [location] = useLocation()
  return <Redirect key={`${location} ${to}`} to={to} state={state} replace />
}

/** What waits in this tab is forgotten as soon as its page is there, so it is read once. */
function SentOn({ user }: { user: User }) {
  const [{ to, state }] = useState(() => whereToGoOn(user, readPlace()))
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
