import { useRef } from 'react'
import type { CustomerAppointment } from '../../contract/booking/appointments.ts'
import { formatCents } from '../../contract/money.ts'
import { consentButtons, consentSentence, type LateFee } from '../../contract/payments/consent.ts'
import { yourCard } from '../../contract/payments/card-brand.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { formatLongWallTime } from './appointment-words.ts'
import { lateFeeOf } from './late-fee.ts'
import type { usePackageChange, WantedPackage } from './use-package-change.ts'

type PackageAgreementDialogProps = {
  appointment: CustomerAppointment
  change: ReturnType<typeof usePackageChange>
}

const buttonName = consentButtons.package

/**
 * Asks for agreement to another package and to its effect on the card. Hides during the bank's confirmation.
 */
export function PackageAgreementDialog({ appointment, change }: PackageAgreementDialogProps) {
  const { wanted, phase, notice, leave, agree } = change
  const told = useRef<HTMLDivElement>(null)
  if (!wanted) return null
  return (
    <Dialog
      open={phase !== 'bank'}
      onOpenChange={(open) => {
        if (!open) leave()
      }}
      title={`Change to ${wanted.offered.name}?`}
      description={`Your appointment stays on ${formatLongWallTime(appointment.appointmentDate)}.`}
      // Reopens with the outcome after the bank's page.
      initialFocus={told}
      footer={
        <>
          <Button variant="secondary" disabled={phase !== 'asking'} onClick={leave}>
            Cancel
          </Button>
          <Button busy={phase !== 'asking'} onClick={() => void agree()}>
            {buttonName}
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        <Terms wanted={wanted} card={yourCard(appointment.hold.card)} lateFee={lateFeeOf(appointment)} />
        {notice && (
          <div ref={told} tabIndex={-1}>
            <Alert tone={notice.tone}>{notice.sentence}</Alert>
          </div>
        )}
      </div>
    </Dialog>
  )
}

type TermsProps = { wanted: WantedPackage; card: string; lateFee: LateFee | null }

function Terms({ wanted: { offered, agreement }, card, lateFee }: TermsProps) {
  const { difference, money, time, check, holdsAnew } = agreement
  return (
    <>
      <p>
        {difference === null ? (
          `The price stays at ${formatCents(offered.priceCents)}. `
        ) : (
          <>
            <strong>{difference}.</strong>{' '}
          </>
        )}
        {money}
      </p>
      <p className="text-muted">
        {time.split(/(\d+-\d+ hours)/).map((part) => (
          <span key={part} className={/^\d/.test(part) ? 'whitespace-nowrap' : undefined}>
            {part}
          </span>
        ))}
      </p>
      {check !== null && <Alert>{check}</Alert>}
      {holdsAnew && (
        <p className="text-sm text-muted">
          {consentSentence('package', { priceCents: offered.priceCents, card, lateFee })}
        </p>
      )}
    </>
  )
}
