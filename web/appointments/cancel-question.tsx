import { useRef } from 'react'
import type { CustomerAppointment } from '../../contract/booking/appointments.ts'
import { formatDeadline, isFeeDue } from '../payments/fee-words.ts'
import { heldCentsOf } from '../payments/held-amount.ts'
import { feeSentence, releaseSentence } from '../payments/hold-words.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { nonBreakingHours } from '../ui/non-breaking.ts'
import { formatLongWallTime } from './appointment-words.ts'
import { cancelLabel } from './cancel-label.ts'
import { useServerNow } from './server-clock.ts'

type CancelQuestionProps = {
  open: boolean
  appointment: Pick<
    CustomerAppointment,
    'packageName' | 'appointmentDate' | 'shopName' | 'hold' | 'cancelFee' | 'timeZone'
  >
  busy: boolean
  problem: string | null
  onKeep: () => void
  /** `feeCents`: the fee that the dialog shows; 0 for none. */
  onCancel: (feeCents: number) => void
}

/** The question before a customer cancels, in My Appointments and behind the link of a reminder. */
export function CancelQuestion({ open, appointment, busy, problem, onKeep, onCancel }: CancelQuestionProps) {
  const keepButton = useRef<HTMLButtonElement>(null)
  const { packageName, appointmentDate, shopName, hold, cancelFee, timeZone } = appointment
  const now = useServerNow()
  const isFree = cancelFee === null || (now !== null && !isFeeDue(cancelFee, now))
  const feeCents = isFree ? 0 : cancelFee.feeCents
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => {
        if (!isOpen && !busy) onKeep()
      }}
      title="Cancel this appointment?"
      description={`${packageName} on ${formatLongWallTime(appointmentDate)} at ${shopName}.`}
      initialFocus={keepButton}
      footer={
        <>
          <Button ref={keepButton} variant="secondary" disabled={busy} onClick={onKeep}>
            Keep appointment
          </Button>
          <Button variant="danger" busy={busy} busyText="Cancelling..." onClick={() => onCancel(feeCents)}>
            {cancelLabel(feeCents)}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {feeCents > 0 ? (
          <Alert tone="warn">{feeSentence(feeCents, heldCentsOf(hold), hold.card)}</Alert>
        ) : (
          <p>{releaseSentence(heldCentsOf(hold), hold.card)}</p>
        )}
        {cancelFee !== null && feeCents === 0 && (
          <p>
            Cancelling is free until {nonBreakingHours(formatDeadline(Date.parse(cancelFee.from), timeZone))}.
          </p>
        )}
        <p className="text-muted">Your time slot will open up for someone else. This can’t be undone.</p>
        {problem !== null && <Alert tone="bad">{problem}</Alert>}
      </div>
    </Dialog>
  )
}
