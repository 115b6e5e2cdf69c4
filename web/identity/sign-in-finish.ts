import { navigate } from 'wouter/use-browser-location'
import { paths } from '../paths.ts'
import { toast } from '../ui/toast.ts'
import { keepLayoutHint } from './layout-hint.ts'
import { isProofWaiting } from './pending-proof.ts'
import { refreshSession } from './session.ts'

/** After the server has opened a session: tells the person, reads the session, goes to the scheduler, or back to a mailed link that waits. */
export async function finishSignIn(notice: { title: string; description: string }): Promise<void> {
  keepLayoutHint()
  toast(notice)
  await refreshSession()
  // Who signs in because a mailed link asked for it goes back to that.
  navigate(isProofWaiting() ? paths.verifyEmail : paths.scheduler, { replace: true })
}
