import { navigate } from 'wouter/use-browser-location'
import type { User } from '../../contract/identity/identity.ts'
import { paths } from '../paths.ts'
import { clearUserData, hasDataOfOthers } from '../ui/browser-store.ts'
import { toast } from '../ui/toast.ts'
import { layoutHint } from './layout-hint.ts'
import { verificationToken } from './verification-token.ts'
import { afterSignIn, returnUrlStore, type ReturnUrl } from './return-url.ts'
import { refreshSession } from './session.ts'

/** Goes where somebody belongs who has just signed in. `returnUrl` is what waited in this tab before: its page forgets it. */
export function continueSignedIn(user: User, returnUrl: ReturnUrl | null): void {
  // What the one before had begun is nobody else's business.
  const isOthers = returnUrl === null ? hasDataOfOthers(user.id) : returnUrl.owner !== user.id
  if (isOthers) clearUserData()
  const { to, state } = afterSignIn(user, returnUrl)
  navigate(to, { replace: true, state })
}

/** After the server has opened a session: tells the person, reads the session, goes on where it ended, or back to a mailed link that waits. */
export async function finishSignIn(notice: { title: string; description: string }): Promise<void> {
  if (layoutHint.read() === null) layoutHint.write('customer')
  toast(notice)
  const returnUrl = returnUrlStore.read()
  const session = await refreshSession()
  // Who signs in because a mailed link asked for it goes back to that.
  if (verificationToken.read() !== null) navigate(paths.verifyEmail, { replace: true })
  else if (session.state === 'signed-in') continueSignedIn(session.user, returnUrl)
  else navigate(paths.scheduler, { replace: true })
}
