import { useRef } from 'react'
import type { CustomerAppointment } from '../../contract/booking/appointments.ts'
import { heldCentsOf } from '../payments/held-amount.ts'
import { releaseSentence } from '../payments/hold-words.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { formatLongWallTime } from './appointment-words.ts'

type CancelQuestionProps = {
  open: boolean
  appointment: Pick<CustomerAppointment, 'packageName' | 'appointmentDate' | 'shopName' | 'hold'>
  busy: boolean
  problem: string | null
  onKeep: () => void
  onCancel: () => void
}

/** The question before a customer cancels, in My Appointments and behind the link of a reminder. */
export function CancelQuestion({ open, appointment, busy, problem, onKeep, onCancel }: CancelQuestionProps) {
  const keepButton = useRef<HTMLButtonElement>(null)
  const { packageName, appointmentDate, shopName, hold } = appointment
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
          <Button variant="danger" busy={busy} busyText="Cancelling..." onClick={onCancel}>
            Cancel appointment
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <p>{releaseSentence(heldCentsOf(hold), hold.card)}</p>
        <p className="text-muted">Your time slot will open up for someone else. This can’t be undone.</p>
        {problem !== null && <Alert tone="bad">{problem}</Alert>}
      </div>
    </Dialog>
  )
}
