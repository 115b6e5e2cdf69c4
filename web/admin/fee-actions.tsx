import { useState } from 'react'
import { formatCents } from '../../contract/money.ts'
import { useMay } from '../identity/standing.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { useFee, type FeeAction } from './use-fee.ts'
import type { RepairOutcome } from './use-repairs.ts'

type FeeActionsProps = {
  id: string
  /** The fee in cents; null for a no-show whose customer agreed to none. */
  feeCents: number | null
  /** What can be done: with a no-show, a fee that is due, or one that was charged. */
  of: 'no_show' | 'due' | 'charged'
  onOutcome: (outcome: RepairOutcome) => void
  /** The question of its page, not a row of a list: its first answer stands out. */
  isMain?: boolean
}

type Choice = { action: FeeAction; label: string; title: string; effect: string; busyText: string }

function choicesOf({ of, feeCents }: Pick<FeeActionsProps, 'of' | 'feeCents'>): Choice[] {
  const fee = formatCents(feeCents ?? 0)
  const charge: Choice = {
    action: 'charge',
    label: of === 'due' ? `Try ${fee} again` : `Charge no-show fee of ${fee}`,
    title: `Charge the fee of ${fee}?`,
    effect:
      of === 'due'
        ? 'We charge it to the saved card.'
        : 'We take it from the hold and release the rest, or charge the saved card. The appointment is cancelled, and the customer gets an email.',
    busyText: 'Charging...',
  }
  const cancel: Choice = {
    action: 'cancel_free',
    label: feeCents === null ? 'Cancel appointment' : 'Cancel without a fee',
    title: 'Cancel without a fee?',
    effect: 'The hold is released, and the customer gets an email. No fee can be charged after that.',
    busyText: 'Cancelling...',
  }
  const waive: Choice = {
    action: 'waive',
    label: 'Waive',
    title: `Waive the fee of ${fee}?`,
    effect: 'It can’t be charged after that.',
    busyText: 'Waiving...',
  }
  const refund: Choice = {
    action: 'refund',
    label: 'Refund fee',
    title: `Refund the fee of ${fee}?`,
    effect: 'It goes back to the card in full, and the customer gets an email.',
    busyText: 'Refunding...',
  }
  if (of === 'charged') return [refund]
  if (of === 'due') return [charge, waive]
  return feeCents === null ? [cancel] : [charge, cancel]
}

/** The buttons for the fee of one appointment. Each asks before it moves money. */
export function FeeActions({ id, feeCents, of, onOutcome, isMain = false }: FeeActionsProps) {
  const mayCharge = useMay('fee.charge')
  const mayCancel = useMay('appointment.cancel')
  const mayRefund = useMay('fee.refund')
  const may: Record<FeeAction, boolean> = {
    charge: mayCharge,
    waive: mayCharge,
    cancel_free: mayCancel,
    refund: mayRefund,
  }
  const [asked, setAsked] = useState<Choice | null>(null)
  const { running, act } = useFee({ id, feeCents: feeCents ?? 0 }, onOutcome)
  const choices = choicesOf({ of, feeCents }).filter(({ action }) => may[action])
  if (choices.length === 0) return null
  return (
    <div className="flex flex-wrap gap-2">
      {choices.map((choice, index) => (
        <Button
          key={choice.action}
          variant={index > 0 ? 'ghost' : isMain && choice.action === 'charge' ? 'primary' : 'secondary'}
          size="small"
          disabled={running !== null}
          onClick={() => setAsked(choice)}
        >
          {choice.label}
        </Button>
      ))}
      {asked && (
        <ConfirmDialog
          title={asked.title}
          confirmLabel={asked.label}
          busyText={asked.busyText}
          keepLabel="Back"
          tone={asked.action === 'charge' ? 'primary' : 'danger'}
          busy={running !== null}
          problem={null}
          onConfirm={() => void act(asked.action).then(() => setAsked(null))}
          onClose={() => setAsked(null)}
        >
          <p>{asked.effect}</p>
        </ConfirmDialog>
      )}
    </div>
  )
}
