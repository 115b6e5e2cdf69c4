import { useEffect, useRef, useState } from 'react'
import type { Account } from '../../contract/identity/account.ts'
import { socialProviders, type SocialProvider } from '../../contract/identity/social-sign-in.ts'
import { call } from '../api/client.ts'
import { SocialIcon } from '../identity/social-icons.tsx'
import {
  beginningProblem,
  linkedSentence,
  problemOf,
  providerNames,
  type SocialProblem,
} from '../identity/social-messages.ts'
import { SocialWaiting } from '../identity/social-waiting.tsx'
import { useSocialFlow } from '../identity/use-social-flow.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { toast } from '../ui/toast.ts'
import { AccountSection, type SectionProps } from './account-section.tsx'
import { ChangeProblem } from './change-problem.tsx'
import { useAccountChange } from './use-account-change.ts'

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' })

function findLinked(account: Account, provider: SocialProvider) {
  return account.linkedSignIns.find((each) => each.provider === provider)
}

/** Google and Facebook as sign-in methods of this account. */
export function SignInsSection({ account, onChange }: SectionProps) {
  const list = useRef<HTMLUListElement>(null)
  const [problem, setProblem] = useState<SocialProblem | null>(null)
  const alert = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // After a redirect the section is far down the page.
    if (problem) alert.current?.scrollIntoView({ block: 'nearest' })
  }, [problem])
  const fail = (problem: SocialProblem | null) => {
    setProblem(problem)
    if (problem && !problem.soft)
      toast({ title: 'Linking failed', description: problem.sentence, variant: 'destructive' })
  }
  const { wait, begin, show, goOn, cancel } = useSocialFlow({
    purpose: 'link',
    start: (body, signal) => call('identity.linkSignIn', { body, signal }),
    onProblem: fail,
    onResult: async (provider) => {
      try {
        const newer = await call('identity.findAccount', {})
        onChange(newer)
        if (!findLinked(newer, provider)) return fail(problemOf(provider, 'auth/internal-error'))
        setProblem(null)
        toast({ title: `${providerNames[provider]} linked`, description: linkedSentence(provider) })
      } catch (error) {
        fail(beginningProblem(provider, error))
      }
    },
    onElsewhere: () => undefined,
  })
  return (
    <AccountSection title="Linked sign-ins" lead="Other ways to sign in to this account.">
      <div>
        <ul
          ref={list}
          tabIndex={-1}
          aria-label="Linked sign-ins"
          className="grid divide-y divide-line border-y border-line"
        >
          {socialProviders.map((provider) => {
            const name = providerNames[provider]
            const linked = findLinked(account, provider)
            const waits = wait?.provider === provider
            return (
              <li key={provider} className="flex flex-wrap items-center gap-x-4 gap-y-3 py-4">
                <SocialIcon provider={provider} />
                <div className="min-w-0 flex-1 text-ui">
                  <p className="font-medium">{name}</p>
                  <p className="text-sm text-muted">
                    {linked ? `Linked since ${day.format(new Date(linked.linkedAt))}` : 'Not linked'}
                  </p>
                </div>
                {linked ? (
                  <RemoveSignIn
                    provider={provider}
                    disabled={wait !== null}
                    onRemoved={(newer) => {
                      onChange(newer)
                      // The pressed button is gone.
                      list.current?.focus()
                    }}
                  />
                ) : (
                  <Button
                    variant="secondary"
                    size="small"
                    aria-label={`Link ${name}`}
                    disabled={wait !== null && !waits}
                    onClick={() => begin(provider)}
                  >
                    {waits && <Spinner />}
                    Link
                  </Button>
                )}
              </li>
            )
          })}
        </ul>
        <SocialWaiting
          wait={wait}
          onShow={show}
          onGoOn={goOn}
          onCancel={() => {
            // The pressed button disappears with the waiting message.
            list.current?.focus()
            cancel()
          }}
        />
      </div>
      <div ref={alert} className="empty:hidden">
        <ChangeProblem
          problem={
            problem && {
              sentence: problem.sentence,
              wantsRecentSignIn: problem.code === 'auth/requires-recent-login',
            }
          }
        />
      </div>
    </AccountSection>
  )
}

type RemoveSignInProps = {
  provider: SocialProvider
  disabled: boolean
  onRemoved: (newer: Account) => void
}

/** The button that unlinks a provider, with its confirmation. */
function RemoveSignIn({ provider, disabled, onRemoved }: RemoveSignInProps) {
  const name = providerNames[provider]
  const [asking, setAsking] = useState(false)
  const keepButton = useRef<HTMLButtonElement>(null)
  const { busy, problem, save, forget } = useAccountChange()
  const close = () => {
    if (busy) return
    setAsking(false)
    forget()
  }
  const remove = async () => {
    const newer = await save({
      send: () => call('identity.unlinkSignIn', { params: { provider } }),
      done: { title: `${name} removed` },
    })
    if (!newer) return
    setAsking(false)
    onRemoved(newer)
  }
  return (
    <>
      <Button
        variant="secondary"
        size="small"
        aria-label={`Remove ${name}`}
        disabled={disabled}
        onClick={() => setAsking(true)}
      >
        Remove
      </Button>
      <Dialog
        open={asking}
        onOpenChange={(open) => {
          if (!open) close()
        }}
        title={`Remove ${name}?`}
        description={`You won’t be able to sign in with ${name}. You can link it again anytime.`}
        initialFocus={keepButton}
        footer={
          <>
            <Button ref={keepButton} variant="secondary" disabled={busy} onClick={close}>
              Keep it
            </Button>
            <Button variant="danger" busy={busy} busyText="Removing..." onClick={() => void remove()}>
              Remove
            </Button>
          </>
        }
      >
        <ChangeProblem problem={problem} />
      </Dialog>
    </>
  )
}
