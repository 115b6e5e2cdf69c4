import type { CustomerAppointment } from '../../contract/booking/appointments.ts'
import { Alert } from '../ui/alert.tsx'
import { openReviewOf, reviewWords } from './fitment-note-words.ts'

type FitmentNoteProps = { appointment: CustomerAppointment; className?: string }

/** Says that an appointment awaits the check of the car, and what happens next. Nothing without one. */
export function FitmentNote({ appointment, className }: FitmentNoteProps) {
  const review = openReviewOf(appointment)
  if (!review) return null
  const { title, words } = reviewWords(review)
  return (
    <Alert
      tone={review.isChoiceDue ? 'warn' : 'info'}
      title={title}
      {...(className !== undefined && { className })}
    >
      <p className="wrap-anywhere">{words}</p>
    </Alert>
  )
}
