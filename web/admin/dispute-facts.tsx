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
        <div className="flex flex-wrap items-center gap-3">
          <ButtonLink href={paths.evidenceFile(id)} download variant="secondary" size="small">
            <Download className="size-4" aria-hidden="true" />
            Download evidence
          </ButtonLink>
          <ButtonLink href={paths.evidenceText(id)} download variant="ghost" size="small">
            As text
          </ButtonLink>
          <p className="w-full text-sm text-muted">
            A PDF with the order, the customer’s consent, the work with its signature and photos, and the
            emails.
          </p>
        </div>
      )}
    </section>
  )
}
