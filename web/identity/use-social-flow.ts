import { useEffect, useRef, useState } from 'react'
import type { SocialOutcome, SocialProvider } from '../../contract/identity/social-sign-in.ts'
import { useProductSettings } from '../layout/product-settings.ts'
import { createSocialFlows, type SocialFlows, type SocialWait } from './social-flow.ts'
import { problemOf, type SocialProblem } from './social-messages.ts'
import { takeProblem, type SocialPurpose } from './social-redirect.ts'

type SocialFlowUse = {
  purpose: SocialPurpose
  start: Parameters<typeof createSocialFlows>[0]['start']
  /** Shows the problem; null removes it. */
  onProblem: (problem: SocialProblem | null) => void
  /** The provider's part is done, according to a message that any tab may have written: ask the server. */
  onResult: (provider: SocialProvider, result: SocialOutcome) => Promise<void>
  onElsewhere: () => void
}

/** Social sign-ins of one page: the state in progress and the actions of its buttons. */
export function useSocialFlow(use: SocialFlowUse) {
  const [wait, setWait] = useState<SocialWait | null>(null)
  const settings = useProductSettings()
  const flows = useRef<SocialFlows | null>(null)
  const latest = useRef(use)
  useEffect(() => {
    latest.current = use
  })
  const { purpose } = use
  useEffect(() => {
    const created = createSocialFlows({
      purpose,
      start: (begun, signal) => latest.current.start(begun, signal),
      onWait: setWait,
      onProblem: (problem) => latest.current.onProblem(problem),
      onResult: (provider, result) => latest.current.onResult(provider, result),
      onElsewhere: () => latest.current.onElsewhere(),
    })
    flows.current = created
    const sentence = takeProblem()
    if (sentence !== null) latest.current.onProblem({ sentence, code: null, soft: true })
    return () => created.stop()
  }, [purpose])

  return {
    wait,
    begin: (provider: SocialProvider) => {
      if (wait) return flows.current?.show()
      use.onProblem(null)
      if (settings && !settings.socialSignIn.includes(provider))
        return use.onProblem(problemOf(provider, 'auth/operation-not-allowed'))
      flows.current?.begin(provider)
    },
    show: () => flows.current?.show(),
    goOn: () => flows.current?.goOn(),
    cancel: () => flows.current?.cancel(),
  }
}
