import { useId, useRef, useState } from 'react'
import { Camera } from 'lucide-react'
import { photosLeft } from '../../contract/fitment/photos-left.ts'
import { photoBytes, photosOfReview } from '../../contract/limits.ts'
import { CallError } from '../api/client.ts'
import { Alert } from '../ui/alert.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { limitWords, sentWords } from './photo-words.ts'
import { shrinkPhoto } from '../ui/shrink-photo.ts'
import { uploadPhoto } from './upload-photo.ts'

type AddPhotosProps = {
  reviewId: string
  /** Of the mailed link; null for the signed-in customer. */
  token: string | null
  /** Photos that the review has already. */
  photoCount: number
  /** Whether the shop asks for another one. */
  isAsked: boolean
  onAdded: () => void
}

type SentPhoto = { id: string; url: string }

/** Takes photos of the dashboard, one after the other. A failed one can be chosen again; the others stay. */
export function AddPhotos({ reviewId, token, photoCount, isAsked, onAdded }: AddPhotosProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [sent, setSent] = useState<readonly SentPhoto[]>([])
  const [sending, setSending] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  // The count of the page grows with each reply, as the list here does: the larger one counts.
  const [countBefore] = useState(photoCount)
  const total = Math.max(photoCount, countBefore + sent.length)
  const left = photosLeft({ photoCount: total, isAsked: isAsked && sent.length === 0 })
  const send = async (files: readonly File[]) => {
    setProblem(null)
    const chosen = files.slice(0, left)
    let fault =
      files.length > chosen.length
        ? `${left === 1 ? 'Only 1 more photo' : `Only ${left} more photos`} could be sent.`
        : null
    for (const [index, file] of chosen.entries()) {
      setSending(
        chosen.length === 1 ? 'Sending your photo...' : `Sending photo ${index + 1} of ${chosen.length}...`,
      )
      const photo = await shrinkPhoto(file)
      if (photo.size > photoBytes) {
        fault = 'That photo is larger than 12 MB. Please choose a smaller one.'
        continue
      }
      try {
        const { id: photoId, url } = await uploadPhoto(reviewId, photo, token)
        setSent((before) => [...before, { id: photoId, url }])
        onAdded()
      } catch (error) {
        if (!(error instanceof CallError)) throw error
        fault = error.message
        break
      }
    }
    setProblem(fault)
    setSending(null)
    if (input.current) input.current.value = ''
  }
  return (
    <div className="grid gap-3">
      {sent.length > 0 && (
        <ul aria-label="Photos you sent" className="flex flex-wrap gap-2">
          {sent.map((photo, index) => (
            <li key={photo.id}>
              <img
                src={photo.url}
                alt={`Your dashboard, number ${index + 1}`}
                className="h-20 w-28 rounded-control bg-sunken object-cover"
              />
            </li>
          ))}
        </ul>
      )}
      {problem !== null && <Alert tone="bad">{problem}</Alert>}
      <div aria-live="polite" className="empty:hidden">
        {sending !== null && <Spinner label={sending} />}
        {sending === null && (sent.length > 0 || left <= 0) && (
          <p className="font-medium">{sentWords(total)}</p>
        )}
      </div>
      {left > 0 && sending === null && (
        <div>
          <label
            htmlFor={id}
            className="inline-flex min-h-12 cursor-pointer items-center gap-2.5 rounded-control border border-line-strong bg-surface px-5 font-medium text-ink transition-colors has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ember hover:border-ink"
          >
            <Camera className="size-5" aria-hidden="true" />
            {left === photosOfReview ? 'Add photos' : 'Add another photo'}
            <input
              ref={input}
              id={id}
              type="file"
              accept="image/jpeg,image/png"
              multiple
              className="sr-only"
              onChange={(event) => void send([...(event.target.files ?? [])])}
            />
          </label>
          <p className="mt-2 text-sm">{limitWords(left, total)}</p>
        </div>
      )}
    </div>
  )
}
