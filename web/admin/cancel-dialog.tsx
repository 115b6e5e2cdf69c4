import { useRef, useState } from 'react'
import type { AppointmentDetails } from '../../contract/admin/admin.ts'
import { isAllowed } from '../../contract/identity/permissions.ts'
import type { Standing } from '../../contract/identity/roles.ts'
import { longestReason } from '../../contract/limits.ts'
import { formatCents } from '../../contract/money.ts'
import { disputeSentence, disputeWords } from '../../contract/payments/dispute-words.ts'
import { giveBackSentence } from '../../contract/payments/give-back.ts'
import { isCarAtShop } from '../../contract/workshop/work-states.ts'
import { workStateWords } from '../../contract/workshop/work-words.ts'
import { useServerNow } from '../appointments/server-clock.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { GuardedDialog, typedQuestion } from '../ui/guarded-dialog.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { TextField } from '../ui/field.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { StaleDataAlert } from '../ui/stale-data-alert.tsx'
import { useAppointmentDetails } from './admin-queries.ts'
import { cancelEffects, cancelSentence, isToldOfCancellation } from './admin-words.ts'
import { DateText } from './appointment-cells.tsx'
import { useCancelAppointment } from './use-cancel-appointment.ts'

type CancelDialogProps = { id: string; standing: Standing; onClose: () => void }

/**
 * Confirms a cancellation and states its effect on the money. It loads the current state first: the row
 * behind it may be stale, and a captured payment is refunded only after staff were told so.
 */
export function CancelDialog({ id, standing, onClose }: CancelDialogProps) {
  const keepButton = useRef<HTMLButtonElement>(null)
  const now = useServerNow()
  const details = useAppointmentDetails(id)
  const { busy, problem, cancel } = useCancelAppointment(id, onClose)
  const [agreedToRefund, setAgreedToRefund] = useState(false)
  const [reason, setReason] = useState('')
  // After a try with an unknown outcome the button stays enabled, whatever the reload shows.
  const hasTried = busy || problem !== null
  // A live update asks again in the background: that must not take the button away under a press.
  const [wasLoaded, setLoaded] = useState(false)
  const isLoaded = details.isFetchedAfterMount && !details.isError
  if (isLoaded && !wasLoaded) setLoaded(true)
  const appointment = hasTried || isLoaded || wasLoaded ? details.data : undefined
  const again = { retrying: details.isFetching, onRetry: () => void details.refetch() }
  const refundCents = appointment?.refundableCents ?? 0
  const isCancelled = appointment?.paymentStatus === 'cancelled'
  const needsAdministrator =
    appointment !== undefined &&
    !isAllowed(standing, 'appointment.cancel', {
      state: appointment.paymentStatus === 'completed' ? 'completed' : 'booked',
    })
  const isBlocked = appointment?.refundableCents === null
  const blocking = isBlocked ? appointment.disputes.find(({ phase }) => phase === 'open') : undefined
  const isHandedOver =
    appointment?.workState === 'handed_over' && appointment.paymentStatus !== 'completed' && !isCancelled
  const mayCancel = !needsAdministrator && !isCancelled && !isBlocked && !isHandedOver

  const close = () => {
    if (!busy) onClose()
  }
  return (
    <GuardedDialog
      open
      onOpenChange={(open) => {
        if (!open) close()
      }}
      title="Cancel this appointment?"
      initialFocus={keepButton}
      lossQuestion={busy ? undefined : typedQuestion}
      footer={
        <>
          <Button ref={keepButton} variant="secondary" disabled={busy} onClick={close}>
            {isCancelled ? 'Back' : 'Keep appointment'}
          </Button>
          {mayCancel && (
            <Button
              variant="danger"
              disabled={!appointment || (refundCents > 0 && !agreedToRefund)}
              busy={busy}
              busyText="Cancelling..."
              onClick={() => void cancel(reason.trim())}
            >
              {refundCents > 0 ? 'Cancel and refund' : 'Cancel appointment'}
            </Button>
          )}
        </>
      }
    >
      {details.isError && !appointment && <ErrorState message={details.error.message} {...again} />}
      {!details.isError && !appointment && (
        <p className="py-4 text-muted">
          <Spinner label="Checking the payment..." />
        </p>
      )}
      {appointment && (
        <div className="grid gap-4">
          {details.isError && problem === null && (
            <StaleDataAlert problem={details.error.message} loadedAt={details.dataUpdatedAt} {...again} />
          )}
          <WhichAppointment appointment={appointment} />
          {isCancelled ? (
            <Alert>This appointment is already cancelled.</Alert>
          ) : needsAdministrator ? (
            <Alert tone="warn" title="This payment is captured.">
              {refundCents > 0
                ? `Cancelling would refund ${formatCents(refundCents)}, which only an administrator can do. Please ask one.`
                : 'Only an administrator can cancel it now. Please ask one.'}
            </Alert>
          ) : isBlocked ? (
            <Alert tone="warn" title={`${disputeWords.open}.`}>
              {blocking &&
                disputeSentence(blocking, {
                  timeZone: appointment.timeZone,
                  mayAnswer: isAllowed(standing, 'dispute.answer'),
                })}{' '}
              You can’t cancel it with a refund.
            </Alert>
          ) : isHandedOver ? (
            <Alert tone="warn" title="The car was handed over.">
              Charge the appointment. To cancel it without a charge, go one step back first.
            </Alert>
          ) : (
            <>
              {isCarAtShop(appointment.workState) && (
                <Alert tone="warn">The car is at the shop: “{workStateWords[appointment.workState]}”.</Alert>
              )}
              <p className="font-medium">{cancelSentence(appointment)}</p>
              {appointment.leftAtShopCents > 0 && (
                <p className="font-medium">{giveBackSentence(appointment.leftAtShopCents)}</p>
              )}
              <p className="text-muted">{cancelEffects(appointment, now)}</p>
              {isToldOfCancellation(appointment) && (
                <TextField
                  label="Reason"
                  name="reason"
                  optional
                  dir="auto"
                  autoComplete="off"
                  maxLength={longestReason}
                  hint="The customer sees it by email and under My Appointments."
                  value={reason}
                  disabled={busy}
                  onChange={(event) => setReason(event.target.value)}
                />
              )}
              {refundCents > 0 && (
                <Checkbox
                  label={`Yes, refund ${formatCents(refundCents)}${refundCents === appointment.capturedCents ? ' in full' : ''}`}
                  checked={agreedToRefund}
                  disabled={busy}
                  onChange={setAgreedToRefund}
                />
              )}
            </>
          )}
          {problem !== null && <Alert tone="bad">{problem}</Alert>}
        </div>
      )}
    </GuardedDialog>
  )
}

function WhichAppointment({ appointment }: { appointment: AppointmentDetails }) {
  const { customerName, packageName } = appointment
  return (
    <p className="text-muted">
      <bdi className="font-medium text-ink">{customerName}</bdi>, {packageName} on{' '}
      <DateText appointment={appointment} />
    </p>
  )
}
