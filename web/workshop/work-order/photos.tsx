import { useId, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { Camera } from 'lucide-react'
import { photoBytes } from '../../../contract/limits.ts'
import { workPhotoKinds, type WorkPhoto, type WorkPhotoKind } from '../../../contract/workshop/work-order.ts'
import type { WorkJob } from '../../../contract/workshop/work.ts'
import { photoKindWords } from '../../../contract/workshop/work-words.ts'
import { CallError, type CallReply } from '../../api/client.ts'
import { problemWords } from '../../api/problem-words.ts'
import { sendPhoto } from '../../api/send-photo.ts'
import { Alert } from '../../ui/alert.tsx'
import { shrinkPhoto } from '../../ui/shrink-photo.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { PhotoGrid } from './photo-grid.tsx'
import { useProblem } from './use-problem.ts'

/** The photos of a job, with a button for each kind. A failed one can be chosen again; the others stay. */
export function Photos({ job }: { job: WorkJob }) {
  const queries = useQueryClient()
  const [sending, setSending] = useState<string | null>(null)
  const [problem, setProblem] = useProblem()
  const send = async (kind: WorkPhotoKind, files: readonly File[]) => {
    setProblem(null)
    let fault: Parameters<typeof setProblem>[0] = null
    for (const [index, file] of files.entries()) {
      setSending(files.length === 1 ? 'Sending...' : `Sending ${index + 1} of ${files.length}...`)
      try {
        const photo = await shrinkPhoto(file)
        if (photo.size > photoBytes) {
          fault = {
            words: 'That photo is larger than 12 MB. Please choose a smaller one.',
            isOffline: false,
          }
          continue
        }
        const address = `/api/work/${encodeURIComponent(job.appointmentId)}/photos?kind=${kind}`
        await sendPhoto<CallReply<'work.addPhoto'>>(address, photo)
      } catch (error) {
        fault = faultOf(error, files.length - index)
        break
      }
    }
    // The job may have changed meanwhile, so the server tells it anew.
    await queries.invalidateQueries({ queryKey: ['work'] })
    await queries.invalidateQueries({ queryKey: ['work-order', job.appointmentId] })
    setProblem(fault)
    setSending(null)
  }
  return (
    <div className="grid gap-4">
      {workPhotoKinds.map((kind) => (
        <PhotoRow
          key={kind}
          kind={kind}
          photos={job.workOrder.photos.filter((photo) => photo.kind === kind)}
          busy={sending !== null}
          onChoose={(files) => void send(kind, files)}
        />
      ))}
      <div aria-live="polite" className="empty:hidden">
        {sending !== null && <Spinner label={sending} />}
      </div>
      {problem !== null && <Alert tone="bad">{problem}</Alert>}
    </div>
  )
}

/** `left`: the photos that were not sent. */
function faultOf(error: unknown, left: number) {
  const isOffline = error instanceof CallError && error.status === 0
  const words =
    left === 1
      ? 'No connection. The photo was not sent; choose it again when you are back online.'
      : `No connection. ${left} photos were not sent; choose them again when you are back online.`
  return { words: isOffline ? words : problemWords(error, ''), isOffline }
}

type PhotoRowProps = {
  kind: WorkPhotoKind
  photos: readonly WorkPhoto[]
  busy: boolean
  onChoose: (files: readonly File[]) => void
}

function PhotoRow({ kind, photos, busy, onChoose }: PhotoRowProps) {
  const id = useId()
  const words = photoKindWords[kind]
  return (
    <section aria-label={words} className="grid gap-2">
      <div className="flex items-center justify-between gap-3">
        <h4 className="text-ui font-medium">
          {words} <span className="text-muted tabular-nums">{photos.length > 0 && photos.length}</span>
        </h4>
        <label
          htmlFor={id}
          className="relative inline-flex min-h-12 cursor-pointer items-center gap-2 rounded-control border border-line-strong bg-surface px-4 text-ui font-medium has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ember has-disabled:cursor-not-allowed has-disabled:opacity-50 hover:bg-hover"
        >
          <Camera className="size-5" aria-hidden="true" />
          Add<span className="sr-only"> photos: {words}</span>
          <input
            id={id}
            type="file"
            accept="image/jpeg,image/png"
            multiple
            disabled={busy}
            className="sr-only"
            onChange={(event) => {
              onChoose([...(event.target.files ?? [])])
              event.target.value = ''
            }}
          />
        </label>
      </div>
      <PhotoGrid photos={photos} words={words} />
    </section>
  )
}
