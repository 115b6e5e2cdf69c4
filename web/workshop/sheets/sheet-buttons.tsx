import { useState } from 'react'
import { FileText, Receipt } from 'lucide-react'
import type { SheetKind } from '../../../contract/workshop/sheets.ts'
import { Button } from '../../ui/button.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'

const SheetDialog = lazyComponent(
  () => import('./sheet-dialog.tsx').then((module) => module.SheetDialog),
  () => null,
)

type SheetButtonsProps = {
  id: string
  /** Whether there is a payment, and so a receipt. */
  isPaid: boolean
  /** Whether the customer gave an email. */
  canMail: boolean
}

/** Opens the sheets of an appointment. */
export function SheetButtons({ id, isPaid, canMail }: SheetButtonsProps) {
  const [shown, setShown] = useState<SheetKind | null>(null)
  return (
    <div className="flex flex-wrap gap-2.5">
      <Button variant="secondary" size="small" onClick={() => setShown('work_order')}>
        <FileText className="size-4" aria-hidden="true" />
        Work order
      </Button>
      {isPaid && (
        <Button variant="secondary" size="small" onClick={() => setShown('receipt')}>
          <Receipt className="size-4" aria-hidden="true" />
          Receipt
        </Button>
      )}
      {shown !== null && (
        <SheetDialog id={id} kind={shown} canMail={canMail} onClose={() => setShown(null)} />
      )}
    </div>
  )
}
