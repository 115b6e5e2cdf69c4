import { Button } from '../ui/button.tsx'
import type { useProofMail } from './use-proof-mail.ts'

type ProofMailButtonProps = Pick<ReturnType<typeof useProofMail>, 'busy' | 'problem' | 'mail'> & {
  label: string
}

/** The button that mails the link to verify the user's address, below its last failure. */
export function ProofMailButton({ busy, problem, mail, label }: ProofMailButtonProps) {
  return (
    <>
      {problem !== null && <p className="mt-2 font-semibold">{problem}</p>}
      <Button
        variant="secondary"
        size="small"
        className="mt-3"
        busy={busy}
        busyText="Sending..."
        onClick={() => void mail()}
      >
        {label}
      </Button>
    </>
  )
}
