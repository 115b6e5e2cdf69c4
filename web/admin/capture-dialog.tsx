import { formatCents } from '../../contract/money.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { theCard } from './admin-words.ts'
import { DateText } from './appointment-cells.tsx'
import type { Chargeable } from './capture-button.tsx'
import { unfinishedWords } from './unfinished-words.ts'

type CaptureDialogProps = {
  appointment: Pick<
    Chargeable,
    'customerName' | 'dueCents' | 'card' | 'workState' | 'appointmentDate' | 'timeZone'
  >
  onConfirm: () => void
  onClose: () => void
}

/**
 * Asks before a charge for work that is not done: it names the customer, the date, the amount, the card.
 */
export function CaptureDialog({ appointment, onConfirm, onClose }: CaptureDialogProps) {
  const { customerName, dueCents, card, workState } = appointment
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
      <p>{unfinishedWords(workState)}</p>
    </ConfirmDialog>
  )
}
