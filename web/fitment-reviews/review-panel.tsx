import { useState } from 'react'
import type { ReactNode } from 'react'
import { ImageOff } from 'lucide-react'
import type { OpenReview } from '../../contract/fitment/review-endpoints.ts'
import { reasonForShop } from '../../contract/fitment/review-reasons.ts'
import { formatAppointmentDate } from '../admin/admin-words.ts'
import { Badge } from '../ui/badge.tsx'
import { Card } from '../ui/card.tsx'
import { classNames } from '../ui/class-names.ts'
import { AnswerForm } from './answer-form.tsx'
import { CandidateList } from './candidate-list.tsx'
import { noPhotoWords } from './review-words.ts'

/** One review: the photos, the car, the rules, and the answer. */
export function ReviewPanel({ review }: { review: OpenReview }) {
  const { vehicleInfo, packageName, appointmentDate, timeZone, customerName, reason, answers } = review
  return (
    <Card className="grid gap-6">
      <header className="flex flex-wrap items-start justify-between gap-3">
        <div>
          <h2 className="text-xl font-semibold">
            {vehicleInfo.year} {vehicleInfo.make} {vehicleInfo.model}
          </h2>
          <p className="text-ui text-muted">
            {packageName}
            {appointmentDate !== null && ` · ${formatAppointmentDate(appointmentDate, timeZone)}`}
          </p>
        </div>
        {appointmentDate === null && <Badge>Question, no appointment</Badge>}
      </header>
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1.15fr)_minmax(0,1fr)]">
        <Photos review={review} />
        <div className="grid gap-5">
          <dl className="grid gap-3 text-ui">
            <Fact name="Customer" value={<bdi>{customerName || 'No name yet'}</bdi>} />
            <Fact name="VIN" value={vehicleInfo.vin ?? 'Not given'} />
            {answers.map(({ question, answer }) => (
              <Fact key={question} name={`The customer was asked: “${question}”`} value={answer} />
            ))}
            <Fact name="Why we ask" value={reasonForShop(reason)} />
          </dl>
          <CandidateList candidates={review.candidates} />
        </div>
      </div>
      <AnswerForm review={review} />
    </Card>
  )
}

function Fact({ name, value }: { name: string; value: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="font-medium [overflow-wrap:anywhere]">{value}</dd>
    </div>
  )
}

/** The photos, one of them large. */
function Photos({ review }: { review: OpenReview }) {
  const { photos, photoAsked } = review
  const [index, setIndex] = useState(0)
  const shown = photos[index] ?? photos[0]
  if (!shown)
    return (
      <div className="grid min-h-56 place-items-center rounded-card bg-sunken p-6 text-center text-muted">
        <div className="grid justify-items-center gap-3">
          <ImageOff className="size-8" aria-hidden="true" />
          <p className="max-w-xs">{noPhotoWords(review)}</p>
        </div>
      </div>
    )
  return (
    <div className="grid gap-3">
      <a href={shown.url} target="_blank" rel="noreferrer" className="block rounded-card">
        <img
          src={shown.url}
          width={shown.width}
          height={shown.height}
          alt={`The customer’s dashboard, ${index + 1} of ${photos.length} (opens in a new tab)`}
          className="max-h-[34rem] w-full rounded-card bg-sunken object-contain"
        />
      </a>
      {photos.length > 1 && (
        <fieldset aria-label="More pictures" className="flex gap-2">
          {photos.map((photo, at) => (
            <button
              key={photo.id}
              type="button"
              aria-pressed={photo === shown}
              onClick={() => setIndex(at)}
              className={classNames(
                'overflow-hidden rounded-control border-2',
                photo === shown ? 'border-ember' : 'border-transparent',
              )}
            >
              <img src={photo.url} alt={`Number ${at + 1}`} className="h-16 w-24 object-cover" />
            </button>
          ))}
        </fieldset>
      )}
      {photoAsked !== null && <p className="text-sm text-muted">You asked: “{photoAsked}”</p>}
    </div>
  )
}
