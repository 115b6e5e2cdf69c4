import { navigate } from 'wouter/use-browser-location'
import type { SocialProvider } from '../../contract/identity/social-sign-in.ts'
import { offlineSentence } from '../api/client.ts'
import { paths } from '../paths.ts'
import { toast } from '../ui/toast.ts'
import { layoutHint } from './layout-hint.ts'
import { returnUrlStore } from './return-url.ts'
import { refreshSession } from './session.ts'
import { continueSignedIn } from './finish-sign-in.ts'
import { problemOf, type SocialProblem } from './social-messages.ts'

/**
 * After somebody said that a social sign-in went well: reads the session, and only if there is one tells the person and goes on.
 * Answers what went wrong otherwise.
 */
export async function finishSocialSignIn(provider: SocialProvider): Promise<SocialProblem | null> {
  const returnUrl = returnUrlStore.read()
  const session = await refreshSession()
  if (session.state === 'unreachable') return { sentence: offlineSentence, code: null, soft: false }
  if (session.state !== 'signed-in') return problemOf(provider, 'auth/internal-error')
  layoutHint.write('customer')
  toast({ title: 'Login successful', description: 'Welcome back!' })
  continueSignedIn(session.user, returnUrl)
  return null
}

/** The provider's part went well, and a code is wanted next. The person comes in as a customer, like all who come from there. */
export function goToSecondFactor(): void {
  layoutHint.write('customer')
  navigate(paths.secondFactor, { replace: true })
}
