import { navigate } from 'wouter/use-browser-location'
import type { User } from '../../contract/identity/identity.ts'
import { paths } from '../paths.ts'
import { clearSession, isKeptForOthers } from '../ui/session-storage.ts'
import { toast } from '../ui/toast.ts'
import { keepLayoutHint } from './layout-hint.ts'
import { isProofWaiting } from './verification-token.ts'
import { readReturnUrl, afterSignIn, type Place } from './return-url.ts'
import { refreshSession } from './session.ts'

/** Goes where somebody belongs who has just signed in. `place` is what waited in this tab before: its page forgets it. */
export function continueSignedIn(user: User, place: Place | null): void {
  // What the one before had begun is nobody else's business.
  const isOthers = place === null ? isKeptForOthers(user.id) : place.owner !== user.id
  if (isOthers) clearSession()
  const { to, state } = afterSignIn(user, place)
  navigate(to, { replace: true, state })
}

/** After the server has opened a session: tells the person, reads the session, goes on where it ended, or back to a mailed link that waits. */
export async function finishSignIn(notice: { title: string; description: string }): Promise<void> {
  keepLayoutHint()
  toast(notice)
  const place = readReturnUrl()
  const session = await refreshSession()
  // Who signs in because a mailed link asked for it goes back to that.
  if (isProofWaiting()) navigate(paths.verifyEmail, { replace: true })
  else if (session.state === 'signed-in') continueSignedIn(session.user, place)
  else navigate(paths.scheduler, { replace: true })
}
