import { navigate } from 'wouter/use-browser-location'
import type { SocialProvider } from '../../contract/identity/social-sign-in.ts'
import { offlineSentence } from '../api/client.ts'
import { paths } from '../paths.ts'
import { toast } from '../ui/toast.ts'
import { layoutHint } from './layout-hint.ts'
import { returnUrlStore, visitReturnStore } from './return-url.ts'
import { refreshSession } from './session.ts'
import { continueSignedIn } from './finish-sign-in.ts'
import { problemOf, type SocialProblem } from './social-messages.ts'

/**
 * After a popup or redirect reports success: loads the session, and only if there is one shows a toast and
 * navigates. Otherwise returns the problem.
 */
export async function finishSocialSignIn(provider: SocialProvider): Promise<SocialProblem | null> {
  const returnUrl = returnUrlStore.read()
  const visitReturn = visitReturnStore.read()
  const session = await refreshSession()
  if (session.state === 'unreachable') return { sentence: offlineSentence, code: null, soft: false }
  if (session.state !== 'signed-in') return problemOf(provider, 'auth/internal-error')
  layoutHint.write('customer')
  toast({ title: 'Login successful', description: 'Welcome back!' })
  continueSignedIn(session.user, returnUrl, visitReturn)
  return null
}

/** The provider succeeded and a second factor is required. Social accounts are customers. */
export function goToSecondFactor(): void {
  layoutHint.write('customer')
  navigate(paths.secondFactor, { replace: true })
}
