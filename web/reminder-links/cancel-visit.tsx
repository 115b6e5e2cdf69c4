import { useRef, useState } from 'react'
import type { LinkedAppointment } from '../../contract/booking/appointment-link.ts'
import { formatLongWallTime } from '../appointments/appointment-words.ts'
import { heldCentsOf } from '../payments/held-amount.ts'
import { releaseSentence } from '../payments/hold-words.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useAnswer } from './use-answer.ts'

type CancelVisitProps = { token: string; appointment: LinkedAppointment }

/** Cancels by the token of a link, after a question. */
export function CancelVisit({ token, appointment }: CancelVisitProps) {
  const [asking, setAsking] = useState(false)
  const keepButton = useRef<HTMLButtonElement>(null)
  const { busy, problem, cancel } = useAnswer(token)
  const { packageName, appointmentDate, shopName, hold } = appointment
  return (
    <>
      <Button variant="secondary" className="whitespace-nowrap max-sm:flex-1" onClick={() => setAsking(true)}>
        Cancel Appointment
      </Button>
      <Dialog
        open={asking}
        onOpenChange={(open) => {
          if (!open && !busy) setAsking(false)
        }}
        title="Cancel this appointment?"
        description={`${packageName} on ${formatLongWallTime(appointmentDate)} at ${shopName}.`}
        initialFocus={keepButton}
        footer={
          <>
            <Button ref={keepButton} variant="secondary" disabled={busy} onClick={() => setAsking(false)}>
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
