import type { User } from '../../contract/identity/identity.ts'
import { ProofMailButton } from '../identity/proof-mail-button.tsx'
import { useProofMail } from '../identity/use-proof-mail.ts'
import { paths } from '../paths.ts'
import { Alert } from '../ui/alert.tsx'

/** Asks a shop that waits for approval to confirm its email first, without which it is not approved. */
export function UnprovenShop({ user: { id, email } }: { user: User }) {
  const { isMailed, ...proof } = useProofMail(id, paths.admin)
  return (
    <Alert tone="warn" title="Confirm your email first." className="mb-6">
      <p className="[overflow-wrap:anywhere]">
        We emailed a {isMailed && 'new '}link to <bdi>{email}</bdi>. Open it in this browser. An administrator
        can approve your shop after that.
      </p>
      <ProofMailButton {...proof} label="Send the link again" />
    </Alert>
  )
}
