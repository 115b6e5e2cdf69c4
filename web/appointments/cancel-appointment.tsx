import { useRef, useState } from 'react'
import type { CustomerAppointment } from '../../contract/booking/appointments.ts'
import { heldCentsOf } from '../payments/held-amount.ts'
import { releaseSentence } from '../payments/hold-words.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { formatLongWallTime } from './appointment-words.ts'
import { useCancel } from './use-cancel.ts'

type CancelAppointmentProps = { appointment: CustomerAppointment; size?: 'small' | 'regular' }

/** The button that cancels an appointment, with a confirmation that states the effect on the money. */
export function CancelAppointment({ appointment, size = 'regular' }: CancelAppointmentProps) {
  const [asking, setAsking] = useState(false)
  const keepButton = useRef<HTMLButtonElement>(null)
  const { busy, problem, cancel, leave } = useCancel(appointment)
  const { packageName, appointmentDate, shopName, hold } = appointment
  const close = () => {
    if (busy) return
    setAsking(false)
    leave()
  }
  return (
    <>
      <Button
        variant="ghost"
        size={size}
        className="text-muted max-sm:w-full sm:ml-auto"
        onClick={() => setAsking(true)}
      >
        Cancel Appointment
      </Button>
      <Dialog
        open={asking}
        onOpenChange={(open) => {
          if (!open) close()
        }}
        title="Cancel this appointment?"
        description={`${packageName} on ${formatLongWallTime(appointmentDate)} at ${shopName}.`}
        initialFocus={keepButton}
        footer={
          <>
            <Button ref={keepButton} variant="secondary" disabled={busy} onClick={close}>
              Keep appointment
            </Button>
            <Button variant="danger" busy={busy} busyText="Cancelling..." onClick={() => void cancel()}>
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
    </>
  )
}
