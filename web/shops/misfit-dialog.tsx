import type { Misfit } from '../../contract/admin/attention.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { startOnTheWall } from './misfit-words.ts'

/** Appointments listed in the question; the rest is counted. */
const shownAtMost = 5

type MisfitDialogProps = {
  misfits: readonly Misfit[]
  confirmLabel: string
  onConfirm: () => void
  onClose: () => void
}

/** Asks before a change that appointments would not fit, and names them. */
export function MisfitDialog({ misfits, confirmLabel, onConfirm, onClose }: MisfitDialogProps) {
  const count = misfits.length
  const rest = count - shownAtMost
  return (
    <ConfirmDialog
      title={count === 1 ? '1 appointment would no longer fit' : `${count} appointments would no longer fit`}
      confirmLabel={confirmLabel}
      busyText="Saving..."
      keepLabel="Go back"
      busy={false}
      problem={null}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>
        {count === 1 ? 'It stays booked' : 'They stay booked'}. Do the work as booked, or agree on another
        time with {count === 1 ? 'the customer' : 'each customer'}.
      </p>
      <MisfitNames misfits={misfits.slice(0, shownAtMost)} />
      {rest > 0 && <p className="text-muted">And {rest} more.</p>}
    </ConfirmDialog>
  )
}

/** The start and the customer of each appointment. */
export function MisfitNames({ misfits }: { misfits: readonly Misfit[] }) {
  return (
    <ul className="grid gap-2">
      {misfits.map((each) => (
        <li
          key={each.appointmentId}
          className="rounded-control bg-sunken px-4 py-2.5 [overflow-wrap:anywhere]"
        >
          <span className="font-medium">{startOnTheWall(each.appointmentDate)}</span>
          <span className="block text-sm text-muted">
            <bdi>{each.customerName}</bdi>
          </span>
        </li>
      ))}
    </ul>
  )
}
