import { useState } from 'react'
import { Link } from 'wouter'
import type { FitmentDataReply } from '../../../contract/fitment/changed-data.ts'
import { listChanges } from '../../../contract/fitment/list-changes.ts'
import { applyChange } from '../../../contract/fitment/apply-change.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { fitmentPath } from './fitment-params.ts'
import { SaveDialog } from './save-dialog.tsx'
import { changeOfDraft, discardDraft, keepDraft, type FitmentDraft } from './use-fitment-draft.ts'

type DraftBarProps = { draft: FitmentDraft; current: FitmentDataReply }

/** Unsaved changes of a generation: their number, and the buttons to review, open and discard them. */
export function DraftBar({ draft, current }: DraftBarProps) {
  const [asking, setAsking] = useState<'save' | 'discard' | null>(null)
  const change = changeOfDraft(draft)
  const count = listChanges(current.data, applyChange(current.data, change)).length
  const { make, model, chassis, yearFrom } = draft.generation
  const name = `${make} ${model} ${chassis}`
  return (
    <section
      aria-label="Unsaved changes"
      className="top-2 z-30 flex [@media(height>=40rem)]:sticky flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-card border border-ember bg-surface px-5 py-3 shadow-float"
    >
      <p className="min-w-0 text-ui">
        <span className="font-semibold">{count === 1 ? '1 unsaved change' : `${count} unsaved changes`}</span>
        <span className="text-muted">
          {' of '}
          <Link
            href={fitmentPath({ packageId: 1, car: { make, model, year: yearFrom } })}
            className="text-link underline"
          >
            {name}
          </Link>
        </span>
      </p>
      <div className="flex flex-wrap gap-2">
        <Button variant="ghost" size="small" onClick={() => setAsking('discard')}>
          Discard
        </Button>
        <Button size="small" onClick={() => setAsking('save')}>
          Preview and save
        </Button>
      </div>
      {asking === 'save' && (
        <SaveDialog
          title={`Save changes of ${name}`}
          current={current}
          baseVersion={draft.baseVersion}
          change={change}
          onRebase={() => keepDraft({ ...draft, baseVersion: current.version }, current.data)}
          onClose={() => setAsking(null)}
          onSaved={discardDraft}
        />
      )}
      {asking === 'discard' && (
        <ConfirmDialog
          title="Discard these changes?"
          confirmLabel="Discard changes"
          busyText="Discarding..."
          keepLabel="Keep editing"
          busy={false}
          problem={null}
          onConfirm={discardDraft}
          onClose={() => setAsking(null)}
        >
          <p>{`The unsaved changes of ${name} will be lost. The data in force stays as it is.`}</p>
        </ConfirmDialog>
      )}
    </section>
  )
}
