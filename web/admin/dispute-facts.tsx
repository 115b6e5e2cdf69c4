import { Download } from 'lucide-react'
import type { AppointmentDetails } from '../../contract/admin/admin.ts'
import { formatCents } from '../../contract/money.ts'
import { disputeSentence, disputeWords } from '../../contract/payments/dispute-words.ts'
import { useMay } from '../identity/standing.ts'
import { paths } from '../paths.ts'
import { Alert } from '../ui/alert.tsx'
import { ButtonLink } from '../ui/button.tsx'

/** The disputes of a payment, with the evidence file for those who answer the bank. */
export function DisputeFacts({ details }: { details: AppointmentDetails }) {
  const mayAnswer = useMay('dispute.answer')
  const { disputes, timeZone, id } = details
  if (disputes.length === 0) return null
  return (
    <section aria-label="Disputes" className="grid gap-3">
      {disputes.map((dispute) => (
        <Alert
          key={dispute.id}
          tone={dispute.phase === 'open' || dispute.phase === 'inquiry' ? 'warn' : 'info'}
          title={`${disputeWords[dispute.phase]}: ${formatCents(dispute.amountCents)}`}
        >
          {disputeSentence(dispute, { timeZone, mayAnswer })}
        </Alert>
      ))}
      {mayAnswer && (
        <ButtonLink
          href={paths.evidenceFile(id)}
          download
          variant="secondary"
          size="small"
          className="justify-self-start"
        >
          <Download className="size-4" aria-hidden="true" />
          Download evidence
        </ButtonLink>
      )}
    </section>
  )
}
