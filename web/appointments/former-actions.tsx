import { useEffect, useState } from 'react'
import { RotateCcw, ReceiptText } from 'lucide-react'
import type { CustomerAppointment } from '../../contract/booking/appointments.ts'
import { PageBoundary } from '../layout/page-boundary.tsx'
import { Button } from '../ui/button.tsx'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { goOn } from './booking-history.ts'
import { changeDraft, clearDraft, readDraft } from './draft-store.ts'

const ReceiptDialog = lazyComponent(
  () => import('./receipt-dialog.tsx').then((module) => module.ReceiptDialog),
  null,
)

type FormerActionsProps = { appointment: CustomerAppointment; owner: string }

/** The receipt of a past appointment, and another booking for its car. */
export function FormerActions({ appointment, owner }: FormerActionsProps) {
  const [isOpen, setIsOpen] = useState(false)
  const isCharged = appointment.money.capturedCents > 0
  useEffect(() => {
    if (isCharged) void ReceiptDialog.preload()
  }, [isCharged])
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
      {isCharged && (
        <Button variant="secondary" size="small" onClick={() => setIsOpen(true)}>
          <ReceiptText className="size-4" aria-hidden="true" />
          View receipt
        </Button>
      )}
      <Button variant="secondary" size="small" onClick={bookAgain}>
        <RotateCcw className="size-4" aria-hidden="true" />
        Book again
      </Button>
      {isOpen && (
        <PageBoundary instead={null}>
          <ReceiptDialog appointment={appointment} onClose={() => setIsOpen(false)} />
        </PageBoundary>
      )}
    </div>
  )
}
