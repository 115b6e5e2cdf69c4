import { useEffect, useState } from 'react'
import { ReceiptText } from 'lucide-react'
import type { CustomerAppointment } from '../../contract/booking/appointments.ts'
import { PageBoundary } from '../layout/page-boundary.tsx'
import { Button } from '../ui/button.tsx'
import { lazyComponent } from '../ui/lazy-component.tsx'

const ReceiptDialog = lazyComponent(
  () => import('./receipt-dialog.tsx').then((module) => module.ReceiptDialog),
  null,
)

type ReceiptButtonProps = {
  appointment: CustomerAppointment
  size?: 'small' | 'regular'
  className?: string
}

/** Opens the receipt of an appointment whose card was charged, wherever its car is; nothing before. */
export function ReceiptButton({ appointment, size = 'small', className }: ReceiptButtonProps) {
  const [isOpen, setIsOpen] = useState(false)
  const isCharged = appointment.money.capturedCents > 0
  useEffect(() => {
    if (isCharged) void ReceiptDialog.preload()
  }, [isCharged])
  if (!isCharged) return null
  return (
    <>
      <Button
        variant="secondary"
        size={size}
        {...(className !== undefined && { className })}
        onClick={() => setIsOpen(true)}
      >
        <ReceiptText className="size-4" aria-hidden="true" />
        View receipt
      </Button>
      {isOpen && (
        <PageBoundary instead={null}>
          <ReceiptDialog appointment={appointment} onClose={() => setIsOpen(false)} />
        </PageBoundary>
      )}
    </>
  )
}
