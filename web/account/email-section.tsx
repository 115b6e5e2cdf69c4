import { useState } from 'react'
import { call } from '../api/client.ts'
import { Alert } from '../ui/alert.tsx'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { AccountSection, type SectionProps } from './account-section.tsx'
import { ChangeProblem } from './change-problem.tsx'
import { useAccountChange } from './use-account-change.ts'

/** The email address of the account, and whether it is verified. */
export function EmailSection({ account }: SectionProps) {
  const { email, emailVerified } = account.user
  return (
    <AccountSection title="Email">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <span className="min-w-0 wrap-anywhere">{email}</span>
        {emailVerified ? <Badge tone="green">Confirmed</Badge> : <Badge tone="amber">Not confirmed</Badge>}
      </div>
      {!emailVerified && <MailAgain />}
    </AccountSection>
  )
}

function MailAgain() {
  const { busy, problem, save } = useAccountChange()
  const [isMailed, setMailed] = useState(false)
  const mail = async () => {
    const reply = await save({
      send: () => call('identity.requestEmailProof', { body: {} }),
      done: { title: 'Email sent', description: 'Open the link in it to confirm your email.' },
    })
    if (reply) setMailed(true)
  }
  return (
    <>
      <p className="text-ui text-muted">
        Open the link we emailed you to confirm your email. You can book without it, but you’ll need it to try
        a second card, link Google or Facebook, or add a passkey.
      </p>
      <ChangeProblem problem={problem} />
      {isMailed && <Alert tone="good">A new link is on its way. It works for one day.</Alert>}
      <Button variant="secondary" className="justify-self-start" busy={busy} onClick={() => void mail()}>
        Send the link again
      </Button>
    </>
  )
}
