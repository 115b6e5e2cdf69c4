import { Dialog } from '../ui/dialog.tsx'
import type { Chosen } from './booking-summary-words.ts'
import { SummaryRows, SummaryTotal } from './summary-parts.tsx'

type SummaryDialogProps = { open: boolean; onOpenChange: (open: boolean) => void; chosen: Chosen }

/** The whole summary in a dialog. */
export function SummaryDialog({ open, onOpenChange, chosen }: SummaryDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Appointment Summary">
      <div className="pt-2">
        <SummaryRows chosen={chosen} />
        <SummaryTotal chosen={chosen} />
      </div>
    </Dialog>
  )
}
