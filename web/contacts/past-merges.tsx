import { useState } from 'react'
import type { ContactPage } from '../../contract/contacts/contacts.ts'
import { formatMoment } from '../admin/admin-words.ts'
import { call } from '../api/client.ts'
import { useMay } from '../identity/standing.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { toast } from '../ui/toast.ts'
import { useContactChange } from './contact-queries.ts'
import { Part } from './contact-part.tsx'

/** Contacts that were merged into this one, each with a way back. */
export function PastMerges({ page }: { page: ContactPage }) {
  const [chosen, setChosen] = useState<ContactPage['merges'][number] | null>(null)
  const mayMerge = useMay('contact.merge')
  if (page.merges.length === 0) return null
  return (
    <Part title="Merged contacts">
      <ul className="grid gap-2.5">
        {page.merges.map((merge) => (
          <li key={merge.id} className="flex items-start justify-between gap-3">
            <span className="min-w-0">
              <bdi className="block text-left text-ui wrap-anywhere">{merge.name}</bdi>
              <span className="block text-sm text-muted">
                {merge.by !== null && (
                  <>
                    By <bdi>{merge.by.name}</bdi>,{' '}
                  </>
                )}
                {formatMoment(merge.mergedAt, page.timeZone)}
              </span>
            </span>
            {mayMerge && (
              <Button
                variant="ghost"
                size="small"
                aria-label={`Undo the merge of ${merge.name}`}
                onClick={() => setChosen(merge)}
              >
                Undo
              </Button>
            )}
          </li>
        ))}
      </ul>
      {chosen !== null && <UndoDialog page={page} merge={chosen} onClose={() => setChosen(null)} />}
    </Part>
  )
}

type UndoDialogProps = { page: ContactPage; merge: ContactPage['merges'][number]; onClose: () => void }

function UndoDialog({ page, merge, onClose }: UndoDialogProps) {
  const { busy, problem, change } = useContactChange()
  const undo = async () => {
    const params = { id: page.id, mergeId: merge.id }
    if (!(await change(() => call('contacts.undoMerge', { params })))) return
    onClose()
    toast({ title: 'Merge undone', description: 'Both contacts are as they were.' })
  }
  return (
    <ConfirmDialog
      title="Undo this merge?"
      confirmLabel="Undo merge"
      busyText="Undoing..."
      keepLabel="Keep merged"
      tone="primary"
      busy={busy}
      problem={problem?.sentence ?? null}
      onConfirm={() => void undo()}
      onClose={onClose}
    >
      <p>
        Appointments, notes and cars that came from <bdi className="wrap-anywhere">{merge.name}</bdi> go back
        to that contact.
      </p>
    </ConfirmDialog>
  )
}
