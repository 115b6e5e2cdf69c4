import { useState } from 'react'
import { call, CallError } from '../api/client.ts'
import { paths } from '../paths.ts'
import { Alert } from '../ui/alert.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { useSingleFlight } from '../ui/use-single-flight.ts'
import { proofReturnStore } from './return-url.ts'
import { useSession } from './session.ts'

type ConfirmEmailNoticeProps = {
  /** The reason, in the server's words. */
  sentence: string
  /** What to do here once the address is confirmed. */
  next: string
  /** The page that the mailed link leads back to. */
  returnTo: string
}

/** A step that waits until the email address is confirmed, which it notices when the user returns. */
export function ConfirmEmailNotice({ sentence, next, returnTo }: ConfirmEmailNoticeProps) {
  const session = useSession()
  const [mailed, setMailed] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const { busy, run } = useSingleFlight()
  if (session.state !== 'signed-in')
    return (
      <Alert tone="bad" title={sentence}>
        <ButtonLink href={`${paths.account}#email`} variant="secondary" size="small" className="mt-3">
          Sign in to confirm it
        </ButtonLink>
      </Alert>
    )
  const { id, email, emailVerified } = session.user
  if (emailVerified) return <Alert tone="good">Your email address is confirmed. {next}</Alert>
  const mail = () =>
    run(async () => {
      setProblem(null)
      proofReturnStore(id).write(returnTo)
      try {
        await call('identity.requestEmailProof', { body: {} })
        setMailed(email)
      } catch (error) {
        if (!(error instanceof CallError)) throw error
        setProblem(error.message)
      }
    })
  return (
    <Alert tone="bad" title={sentence}>
      <p className="[overflow-wrap:anywhere]">
        {mailed === null
          ? `We mail a link to ${email}. Everything you entered stays here.`
          : `A mail with a link is on its way to ${mailed}. Press the link, then return to this page.`}
      </p>
      {problem !== null && <p className="mt-2 font-semibold">{problem}</p>}
      <Button
        variant="secondary"
        size="small"
        className="mt-3"
        busy={busy}
        busyText="Mailing..."
        onClick={() => void mail()}
      >
        {mailed === null ? 'Mail me the link' : 'Mail the link again'}
      </Button>
    </Alert>
  )
}
