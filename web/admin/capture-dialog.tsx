import { formatCents } from '../../contract/money.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { theCard } from './admin-words.ts'
import { DateText } from './appointment-cells.tsx'
import type { Chargeable } from './capture-button.tsx'

type CaptureDialogProps = { appointment: Chargeable; onConfirm: () => void; onClose: () => void }

/**
 * Asks before a charge for work that has not begun: it names the customer, the date, the amount, the card.
 */
export function CaptureDialog({ appointment, onConfirm, onClose }: CaptureDialogProps) {
  const { customerName, dueCents, card } = appointment
  const amount = formatCents(dueCents)
  return (
    <ConfirmDialog
      title={`Charge ${amount} to ${theCard(card)}?`}
      confirmLabel={`Charge ${amount}`}
      busyText="Charging..."
      keepLabel="Don’t charge"
      tone="primary"
      busy={false}
      problem={null}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>
        <bdi className="font-medium">{customerName}</bdi>, <DateText appointment={appointment} />
      </p>
      <p>No work is recorded yet. The customer agreed to be charged once it is done.</p>
    </ConfirmDialog>
  )
}
