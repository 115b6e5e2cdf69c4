import { useState } from 'react'
import type { LinkedAppointment } from '../../contract/booking/appointment-link.ts'
import { CancelQuestion } from '../appointments/cancel-question.tsx'
import { Button } from '../ui/button.tsx'
import { useAnswer } from './use-answer.ts'

type CancelVisitProps = { token: string; appointment: LinkedAppointment }

/** Cancels by the token of a link, after a question. */
export function CancelVisit({ token, appointment }: CancelVisitProps) {
  const [asking, setAsking] = useState(false)
  const { busy, problem, cancel } = useAnswer(token)
  return (
    <>
      <Button variant="secondary" className="whitespace-nowrap max-sm:flex-1" onClick={() => setAsking(true)}>
        Cancel Appointment
      </Button>
      <CancelQuestion
        open={asking}
        appointment={appointment}
        busy={busy}
        problem={problem}
        onKeep={() => setAsking(false)}
        onCancel={(feeCents) => void cancel(feeCents)}
      />
    </>
  )
}
