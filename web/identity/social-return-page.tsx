import { useEffect, useRef, useState } from 'react'
import { Link, useSearch } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import { useMainHeading } from '../layout/page.tsx'
import { paths } from '../paths.ts'
import { Spinner } from '../ui/spinner.tsx'
import { openChannel } from '../ui/open-channel.ts'
import { toast } from '../ui/toast.ts'
import { refreshSession } from './session.ts'
import { finishSocialSignIn, goToSecondFactor } from './finish-social-sign-in.ts'
import { linkedSentence, providerNames, socialSentence } from './social-messages.ts'
import { isAuthCode, readSocialReturn, socialChannelName, type SocialReturn } from './social-outcome.ts'
import { problemState, takeRedirect } from './social-redirect.ts'

function tellOpener({ provider, flow, result }: SocialReturn): void {
  const channel = openChannel(socialChannelName)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none: its pages are all ours
  channel?.postMessage({ provider, flow, result })
  channel?.close()
  window.close()
}

/** Continues a redirect sign-in. An address that this tab did not request has no effect. */
async function goOn({ provider, flow, result }: SocialReturn): Promise<void> {
  const purpose = takeRedirect(flow)
  const linking = purpose === 'link'
  const fail = (sentence: string) => {
    navigate(linking ? paths.account : paths.login, { replace: true, state: problemState(sentence) })
    if (purpose === null) return
    const title = linking ? 'Linking failed' : 'Login failed'
    toast({ title, description: sentence, variant: 'destructive' })
  }
  if (isAuthCode(result)) return fail(socialSentence(provider, result))
  if (result === 'linked') {
    navigate(paths.account, { replace: true })
    if (linking) toast({ title: `${providerNames[provider]} linked`, description: linkedSentence(provider) })
    return
  }
  if (purpose === null) {
    await refreshSession()
    return navigate(paths.login, { replace: true })
  }
  if (result === 'second-factor') return goToSecondFactor()
  const problem = await finishSocialSignIn(provider)
  if (problem) fail(problem.sentence)
}

/**
 * The return page of a social sign-in. In a popup it reports to its opener and closes; otherwise it continues
 * here.
 */
export function SocialReturnPage() {
  const heading = useMainHeading('Signing in')
  const search = useSearch()
  const [stays, setStays] = useState(false)
  const handled = useRef(false)
  useEffect(() => {
    if (handled.current) return
    handled.current = true
    const answer = readSocialReturn(search)
    if (!answer) navigate(paths.login, { replace: true })
    else if (answer.mode === 'redirect') void goOn(answer)
    else {
      tellOpener(answer)
      // Reached only when the browser did not let the popup close.
      setTimeout(() => setStays(true), 500)
    }
  }, [search])
  return (
    <div className="mx-auto grid w-full max-w-lg flex-1 content-center justify-items-center gap-4 px-4 py-16 text-center">
      <h1 ref={heading} tabIndex={-1} className="text-3xl font-semibold">
        {stays ? 'You can close this window' : 'Signing in'}
      </h1>
      {stays ? (
        <p className="text-muted">
          The page you came from continues by itself. Or{' '}
          <Link
            href={paths.login}
            className="inline-flex min-h-6 items-center font-medium text-link underline underline-offset-4 hover:no-underline"
          >
            continue here
          </Link>
          .
        </p>
      ) : (
        <Spinner label="One moment..." className="text-muted" />
      )}
    </div>
  )
}
