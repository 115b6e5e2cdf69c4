import { RotateCcw } from 'lucide-react'
import type { CustomerAppointment } from '../../contract/booking/appointments.ts'
import { Button } from '../ui/button.tsx'
import { goOn } from './booking-history.ts'
import { changeDraft, clearDraft, readDraft } from './draft-store.ts'
import { ReceiptButton } from './receipt-button.tsx'

type FormerActionsProps = { appointment: CustomerAppointment; owner: string }

/** The receipt of a past appointment, and another booking for its car. */
export function FormerActions({ appointment, owner }: FormerActionsProps) {
  const bookAgain = () => {
    // An order without a known outcome comes first: only its draft can still learn it.
    if (readDraft(owner).attempt !== null) return goOn('list', 'payment')
    const { year, make, model, vin } = appointment.vehicleInfo
    clearDraft(owner)
    changeDraft(owner, { vehicle: { year: String(year), make, model, vin: vin ?? '' } })
    goOn('list', 'package')
  }
  return (
    <div className="mt-4 flex flex-wrap gap-3">
      <ReceiptButton appointment={appointment} />
      <Button variant="secondary" size="small" onClick={bookAgain}>
        <RotateCcw className="size-4" aria-hidden="true" />
        Book again
      </Button>
    </div>
  )
}
