import { useState } from 'react'
import { longestWorkNote } from '../../../contract/limits.ts'
import { noteKindWords } from '../../../contract/workshop/work-words.ts'
import type { WorkJob } from '../../../contract/workshop/work.ts'
import { formatMoment } from '../../admin/admin-words.ts'
import { Button } from '../../ui/button.tsx'
import { nonBreakingHours } from '../../ui/non-breaking.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { TextAreaField } from '../../ui/text-area-field.tsx'
import { useDraft } from './use-draft.ts'
import { useOfflineQueue, useQueue } from '../offline-queue/use-offline-queue.ts'

const readers = [
  { value: 'shop', label: noteKindWords.shop },
  { value: 'customer', label: noteKindWords.customer },
] as const

/** The notes about a job, and a field for another one. Notes are never changed. */
export function Notes({ job, userId }: { job: WorkJob; userId: string }) {
  const { notes } = job.workOrder
  const [kind, setKind] = useState<'shop' | 'customer'>('shop')
  const [body, setBody] = useDraft('note', job.appointmentId, userId)
  const { write } = useOfflineQueue(userId)
  const kept = new Set(useQueue(userId).flatMap(({ id, isKept }) => (isKept ? [id] : [])))
  const [isMissing, setMissing] = useState(false)
  const save = () => {
    if (body.trim() === '') return setMissing(true)
    write(job, { kind: 'note', reader: kind, body: body.trim() })
    setBody('')
  }
  return (
    <div className="grid gap-3">
      {notes.length > 0 && (
        <ul className="grid gap-2.5">
          {notes.map((note) => (
            <li key={note.id} className="rounded-control bg-sunken px-3.5 py-2.5">
              <p className="wrap-anywhere" dir="auto">
                {note.body}
              </p>
              <p className="mt-0.5 text-sm text-muted">
                {noteKindWords[note.kind]}
                {note.by !== null && note.kind !== 'from_customer' && (
                  <>
                    {' · '}
                    <bdi>{note.by}</bdi>
                  </>
                )}
                {' · '}
                {nonBreakingHours(formatMoment(note.writtenAt, job.timeZone))}
                {kept.has(note.id) && ' · waiting to be sent'}
              </p>
            </li>
          ))}
        </ul>
      )}
      <Segmented legend="Who can see this note" options={readers} value={kind} onChange={setKind} />
      <TextAreaField
        label="Note"
        rows={2}
        dir="auto"
        maxLength={longestWorkNote}
        value={body}
        error={isMissing ? 'Please write a note' : undefined}
        hint={kind === 'customer' ? 'The customer reads it beside the appointment.' : undefined}
        onChange={(event) => {
          setBody(event.target.value)
          setMissing(false)
        }}
      />
      <Button variant="secondary" className="justify-self-start" onClick={save}>
        Add note
      </Button>
    </div>
  )
}
