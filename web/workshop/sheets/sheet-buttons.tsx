import { useState, type ReactNode } from 'react'
import { FileText, Receipt } from 'lucide-react'
import type { AppointmentDetails } from '../../../contract/admin/admin.ts'
import type { SheetKind } from '../../../contract/workshop/sheets.ts'
import { useMay } from '../../identity/standing.ts'
import { Button } from '../../ui/button.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { hasReceipt } from './has-receipt.ts'
import { mailingOf } from './mailing.ts'

const SheetDialog = lazyComponent(
  () => import('./sheet-dialog.tsx').then((module) => module.SheetDialog),
  () => null,
)

/** Opens the sheets of an appointment. */
export function SheetButtons({ details }: { details: AppointmentDetails }) {
  return (
    <div className="flex flex-wrap gap-2.5">
      <SheetButton details={details} kind="work_order">
        <FileText className="size-4" aria-hidden="true" />
        Work order
      </SheetButton>
      {details.decidedFee === null && <ReceiptButton details={details} />}
    </div>
  )
}

/** Opens the receipt of a payment or of a fee; nothing before. */
export function ReceiptButton({ details }: { details: AppointmentDetails }) {
  const mayRead = useMay('receipt.read')
  if (!mayRead || !hasReceipt(details)) return null
  return (
    <SheetButton details={details} kind="receipt">
      <Receipt className="size-4" aria-hidden="true" />
      Receipt
    </SheetButton>
  )
}

type SheetButtonProps = { details: AppointmentDetails; kind: SheetKind; children: ReactNode }

function SheetButton({ details, kind, children }: SheetButtonProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant="secondary" size="small" onClick={() => setIsOpen(true)}>
        {children}
      </Button>
      {isOpen && (
        <SheetDialog
          id={details.id}
          kind={kind}
          mailing={mailingOf(details)}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  )
}
