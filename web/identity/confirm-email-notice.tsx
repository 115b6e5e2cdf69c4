import type { User } from '../../contract/identity/identity.ts'
import { paths } from '../paths.ts'
import { Alert } from '../ui/alert.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { ProofMailButton } from './proof-mail-button.tsx'
import { useSession } from './session.ts'
import { useProofMail } from './use-proof-mail.ts'

type ConfirmEmailNoticeProps = {
  /** The reason, in the server's words. */
  sentence: string
  /** The next step here once the address is confirmed. */
  next: string
  /** The page that the mailed link leads back to. */
  returnTo: string
}

/** A step that waits until the email address is confirmed, which it notices when the user returns. */
export function ConfirmEmailNotice({ sentence, next, returnTo }: ConfirmEmailNoticeProps) {
  const session = useSession()
  if (session.state !== 'signed-in')
    return (
      <Alert tone="bad" title={sentence}>
        <ButtonLink href={`${paths.account}#email`} variant="secondary" size="small" className="mt-3">
          Sign in to confirm it
        </ButtonLink>
      </Alert>
    )
  const { user } = session
  if (user.emailVerified) return <Alert tone="good">Your email address is confirmed. {next}</Alert>
  return <Unproven user={user} sentence={sentence} returnTo={returnTo} />
}

type UnprovenProps = Omit<ConfirmEmailNoticeProps, 'next'> & { user: User }

function Unproven({ user: { id, email }, sentence, returnTo }: UnprovenProps) {
  const { isMailed, ...proof } = useProofMail(id, returnTo)
  return (
    <Alert tone="bad" title={sentence}>
      <p className="[overflow-wrap:anywhere]">
        {isMailed
          ? `We emailed a link to ${email}. Open it, then come back to this page.`
          : `We’ll email a link to ${email}. Everything you entered stays here.`}
      </p>
      <ProofMailButton {...proof} label={isMailed ? 'Send the link again' : 'Email me the link'} />
    </Alert>
  )
}
