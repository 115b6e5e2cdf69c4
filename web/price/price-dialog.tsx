import { formatCents } from '../../contract/money.ts'
import { GuardedDialog } from '../ui/guarded-dialog.tsx'
import { PriceSection } from './price-section.tsx'
import type { Priced } from './priced-of.ts'

type PriceDialogProps = { appointment: Priced & { dueCents: number }; onClose: () => void }

/** The price of an appointment over the page that charges it. */
export function PriceDialog({ appointment, onClose }: PriceDialogProps) {
  return (
    <GuardedDialog
      open
      onOpenChange={onClose}
      title={`Price: ${formatCents(appointment.dueCents)} due`}
      description={<bdi>{appointment.customerName}</bdi>}
    >
      <PriceSection appointment={appointment} />
    </GuardedDialog>
  )
}
