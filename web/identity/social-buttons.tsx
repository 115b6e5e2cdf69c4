import { useRef } from 'react'
import { socialProviders } from '../../contract/identity/social-sign-in.ts'
import { call } from '../api/client.ts'
import { Button } from '../ui/button.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { toast } from '../ui/toast.ts'
import { refreshSession } from './session.ts'
import { finishSocialSignIn, goToSecondFactor } from './finish-social-sign-in.ts'
import { SocialIcon } from './social-icons.tsx'
import { providerNames, type SocialProblem } from './social-messages.ts'
import { SocialWaiting } from './social-waiting.tsx'
import { useSocialFlow } from './use-social-flow.ts'

type SocialButtonsProps = {
  /** Shows the sentence above the form; null takes it away. */
  onError: (sentence: string | null) => void
}

/** Sign-in buttons of the social providers. */
export function SocialButtons({ onError }: SocialButtonsProps) {
  const list = useRef<HTMLDivElement>(null)
  const tell = (problem: SocialProblem | null) => {
    onError(problem && problem.sentence)
    if (problem && !problem.soft)
      toast({ title: 'Login failed', description: problem.sentence, variant: 'destructive' })
  }
  const { wait, begin, show, goOn, cancel } = useSocialFlow({
    purpose: 'sign-in',
    start: (body, signal) => call('identity.startSocialSignIn', { body, signal }),
    onProblem: tell,
    onResult: async (provider, result) => {
      onError(null)
      if (result === 'second-factor') return goToSecondFactor()
      const problem = await finishSocialSignIn(provider)
      if (problem) tell(problem)
    },
    // Signed in by another tab: this page's guard navigates.
    onElsewhere: () => void refreshSession(),
  })
  const giveUp = () => {
    // The pressed button disappears with the waiting message.
    list.current?.querySelector<HTMLButtonElement>('button:enabled')?.focus()
    cancel()
  }
  return (
    <div>
      <div ref={list} className="grid gap-3">
        {socialProviders.map((provider) => (
          <Button
            key={provider}
            variant="secondary"
            disabled={wait !== null && wait.provider !== provider}
            onClick={() => begin(provider)}
          >
            {wait?.provider === provider ? <Spinner /> : <SocialIcon provider={provider} />}
            Sign in with {providerNames[provider]}
          </Button>
        ))}
      </div>
      <SocialWaiting wait={wait} onShow={show} onGoOn={goOn} onCancel={giveUp} />
    </div>
  )
}
