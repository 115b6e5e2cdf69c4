import { formatCard } from '../../contract/payments/card-brand.ts'
import type { CustomerAppointment } from '../../contract/booking/appointments.ts'
import type { CardStatus } from './card-status.ts'
import { openReviewOf } from './fitment-note-words.ts'

type CardOnFileProps = {
  appointment: CustomerAppointment
  status: CardStatus
  onChange: () => void
}

/** The held or saved card, with the way to another one. */
export function CardOnFile({ appointment, status, onChange }: CardOnFileProps) {
  const { card } = appointment.hold
  if (card === null || appointment.status !== 'scheduled') return null
  // While the shop still checks the fit, the server refuses another card.
  const canChange = status.lockedBecause === null && openReviewOf(appointment) === null
  return (
    <span className="mt-1 flex flex-wrap items-center gap-x-3">
      <span className="text-ink">{formatCard(card)}</span>
      {canChange && (
        <button
          type="button"
          onClick={onChange}
          className="min-h-11 font-medium text-link underline underline-offset-4 hover:no-underline sm:min-h-6"
        >
          Change card
        </button>
      )}
    </span>
  )
}
