import { useState } from 'react'
import type { AppointmentDetails } from '../../contract/admin/admin.ts'
import { formatCents } from '../../contract/money.ts'
import { Alert } from '../ui/alert.tsx'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { FeeActions } from './fee-actions.tsx'
import type { RepairOutcome } from './use-repairs.ts'

const ReceiptButton = lazyComponent(
  () => import('../workshop/sheets/sheet-buttons.tsx').then((module) => module.ReceiptButton),
  () => null,
)

/** The fee of a cancelled appointment, with what can be done about it. */
export function DecidedFee({ details }: { details: AppointmentDetails }) {
  const [outcome, setOutcome] = useState<RepairOutcome | null>(null)
  const { id, decidedFee } = details
  if (decidedFee === null) return null
  const { cents, outcome: state } = decidedFee
  return (
    <Alert tone={state === 'due' ? 'warn' : 'info'} title={titleOf(details)}>
      <span className="grid gap-2.5">
        {sentenceOf(details)}
        <span className="flex flex-wrap gap-2 empty:hidden">
          {(state === 'due' || state === 'charged') && (
            <FeeActions isMain id={id} feeCents={cents} of={state} onOutcome={setOutcome} />
          )}
          <ReceiptButton details={details} />
        </span>
        {outcome && !outcome.ok && <span className="font-medium text-bad">{outcome.sentence}</span>}
      </span>
    </Alert>
  )
}

function titleOf({ workState, decidedFee }: AppointmentDetails): string {
  const name = workState === 'no_show' ? 'No-show fee' : 'Late cancellation fee'
  return `${name}: ${formatCents(decidedFee?.cents ?? 0)}`
}

function sentenceOf({ decidedFee, feeRefusal }: AppointmentDetails): string {
  switch (decidedFee?.outcome) {
    case 'due':
      return feeRefusal === null
        ? 'It is due. We’re waiting for the card provider.'
        : `It could not be charged: ${feeRefusal}`
    case 'charged':
      return 'It was charged to the customer’s card.'
    case 'waived':
      return 'It was waived.'
    case 'refunding':
      return 'The refund is on its way.'
    case 'refunded':
      return 'It was refunded.'
    case undefined:
      return ''
  }
}
