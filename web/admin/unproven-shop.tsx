import type { User } from '../../contract/identity/identity.ts'
import { useProofMail } from '../identity/use-proof-mail.ts'
import { paths } from '../paths.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'

/** Asks a shop that waits for approval to confirm its email first, without which it is not approved. */
export function UnprovenShop({ user: { id, email } }: { user: User }) {
  const { busy, isMailed, problem, mail } = useProofMail(id, paths.admin)
  return (
    <Alert tone="warn" title="Confirm your email first." className="mb-6">
      <p className="[overflow-wrap:anywhere]">
        We mailed a {isMailed && 'new '}link to <bdi>{email}</bdi>. Open it in this browser. An administrator
        can approve your shop after that.
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
        Mail the link again
      </Button>
    </Alert>
  )
}
