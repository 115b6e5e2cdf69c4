import type { ConfidenceProposal } from '../../../contract/fitment/learning.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useApplyProposal } from './fitment-queries.ts'
import { evidenceOf } from './learning-words.ts'

type ApplyDialogProps = { proposal: ConfidenceProposal; onClose: () => void }

/** Asks before a rule gets the confidence that its jobs propose. */
export function ApplyDialog({ proposal, onClose }: ApplyDialogProps) {
  const { ruleId, make, model, chassis, from, to } = proposal
  const { busy, problem, apply } = useApplyProposal()
  const confirm = async () => {
    if (await apply({ ruleId, to })) onClose()
  }
  return (
    <ConfirmDialog
      title={`Raise this rule to ${to} confidence?`}
      confirmLabel="Raise confidence"
      busyText="Saving..."
      tone="primary"
      busy={busy}
      problem={problem}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <p>
        {from === 'low'
          ? `A rule of low confidence asks for a photo. From now on, the rule for the ${make} ${model} ${chassis} decides by itself.`
          : `The verdict for the ${make} ${model} ${chassis} stays as it is.`}{' '}
        Booked appointments keep their verdicts.
      </p>
      <p className="text-ui text-muted">
        This saves a new version. The history keeps your name and the reason: “{evidenceOf(proposal)}”.
      </p>
    </ConfirmDialog>
  )
}
