import { navigate } from 'wouter/use-browser-location'
import type { User } from '../../contract/identity/identity.ts'
import { paths } from '../paths.ts'
import { clearUserData, hasDataOfOthers } from '../ui/browser-store.ts'
import { toast } from '../ui/toast.ts'
import { layoutHint } from './layout-hint.ts'
import { verificationToken } from './verification-token.ts'
import { afterSignIn, returnUrlStore, visitReturnStore, type ReturnUrl } from './return-url.ts'
import { refreshSession } from './session.ts'

/**
 * Navigates after a sign-in. `returnUrl` was stored before the session ended and `visitReturn` by a visitor.
 * Both are read before the session is known, because their page removes them.
 */
export function continueSignedIn(user: User, returnUrl: ReturnUrl | null, visitReturn: string | null): void {
  // The previous user's data must not be visible to this one.
  const isOthers = returnUrl === null ? hasDataOfOthers(user.id) : returnUrl.owner !== user.id
  if (isOthers) clearUserData({ keepsVisit: true })
  const { to, state } = afterSignIn(user, returnUrl, visitReturn)
  navigate(to, { replace: true, state })
}

/**
 * After the server has opened a session: shows a toast, loads the session, and returns to the place where the
 * last one ended, or to a pending email verification.
 */
export async function finishSignIn(notice: { title: string; description: string }): Promise<void> {
  if (layoutHint.read() === null) layoutHint.write('customer')
  toast(notice)
  const returnUrl = returnUrlStore.read()
  const visitReturn = visitReturnStore.read()
  const pendingToken = verificationToken.read()
  const session = await refreshSession()
  // A pending email verification required this sign-in, so it comes first. Its mail was for this user, also
  // where another user's data in this tab has just been removed.
  verificationToken.write(pendingToken)
  if (pendingToken !== null) navigate(paths.verifyEmail, { replace: true })
  else if (session.state === 'signed-in') continueSignedIn(session.user, returnUrl, visitReturn)
  else navigate(paths.scheduler, { replace: true })
}
