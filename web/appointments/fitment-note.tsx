import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { CustomerAppointment } from '../../contract/booking/appointments.ts'
import { call, CallError } from '../api/client.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { useSingleFlight } from '../ui/use-single-flight.ts'
import { openReviewOf, reviewWords } from './fitment-note-words.ts'
import { ReviewPhotos } from './review-photos.tsx'

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
      {review.isChoiceDue && !review.isWaiting && <WaitButton id={appointment.id} />}
      <div className="mt-3 text-ink">
        <ReviewPhotos
          reviewId={review.id}
          photoCount={review.photoCount}
          isAsked={review.photoAsked !== null}
        />
      </div>
    </Alert>
  )
}

/** Keeps the appointment; to cancel it, its card has a button of its own. */
function WaitButton({ id }: { id: string }) {
  const queries = useQueryClient()
  const { busy, run } = useSingleFlight()
  const [problem, setProblem] = useState<string | null>(null)
  const wait = async () => {
    setProblem(null)
    try {
      await call('fitment.waitForReview', { params: { id } })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      // An answer that came meanwhile shows in the list.
      if (error.code !== 'review_answered') return setProblem(error.message)
    }
    await queries.invalidateQueries({ queryKey: ['appointments'] })
  }
  return (
    <>
      <Button variant="secondary" size="small" className="mt-3" busy={busy} onClick={() => void run(wait)}>
        Wait for the Shop
      </Button>
      <p aria-live="polite" className="mt-2 font-medium empty:hidden">
        {problem}
      </p>
    </>
  )
}
