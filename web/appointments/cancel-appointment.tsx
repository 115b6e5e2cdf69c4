import { useState } from 'react'
import type { CustomerAppointment } from '../../contract/booking/appointments.ts'
import { Button } from '../ui/button.tsx'
import { CancelQuestion } from './cancel-question.tsx'
import { useCancel } from './use-cancel.ts'

type CancelAppointmentProps = { appointment: CustomerAppointment; size?: 'small' | 'regular' }

/** The button that cancels an appointment, with a confirmation that states the effect on the money. */
export function CancelAppointment({ appointment, size = 'regular' }: CancelAppointmentProps) {
  const [asking, setAsking] = useState(false)
  const { busy, problem, cancel, leave } = useCancel(appointment)
  const close = () => {
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
      <CancelQuestion
        open={asking}
        appointment={appointment}
        busy={busy}
        problem={problem}
        onKeep={close}
        onCancel={(feeCents) => void cancel(feeCents)}
      />
    </>
  )
}
