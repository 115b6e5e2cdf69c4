import type { OpenReview } from '../../contract/fitment/review-endpoints.ts'
import type { Confidence, FitmentOutcome } from '../../contract/fitment/fitment-data.ts'
import { reasonForShop } from '../../contract/fitment/review-reasons.ts'
import { Badge, type BadgeTone } from '../ui/badge.tsx'
import { outcomeWords } from './review-words.ts'

const tones: Record<FitmentOutcome, BadgeTone> = {
  fits: 'green',
  fits_with_condition: 'blue',
  does_not_fit: 'red',
  needs_review: 'amber',
  activation_only: 'neutral',
}

const confidenceWords: Record<Confidence, string> = {
  low: 'Low confidence',
  medium: 'Medium confidence',
  high: 'High confidence',
}

/** The systems that the car may have, with the outcome of the rules for each. */
export function CandidateList({ candidates }: { candidates: OpenReview['candidates'] }) {
  if (candidates.length === 0)
    return <p className="text-ui text-muted">Our rules have no system for this car.</p>
  return (
    <section aria-label="Our rules" className="grid gap-3">
      <h3 className="text-sm font-semibold">Our rules</h3>
      <ul className="grid gap-2">
        {candidates.map((candidate, index) => (
          <li
            // A head unit may stand here once for each answer that its rules depend on.
            key={`${candidate.headUnitId} ${index}`}
            className="rounded-control border border-line px-4 py-3 text-ui"
          >
            <div className="flex flex-wrap items-start justify-between gap-2">
              <p className="font-medium">
                {candidate.name} <span className="font-normal text-muted">({candidate.chassis})</span>
              </p>
              <Badge tone={tones[candidate.verdict]}>{outcomeWords[candidate.verdict]}</Badge>
            </div>
            <p className="mt-1 text-sm">{reasonForShop(candidate.note)}</p>
            {candidate.recognizedBy !== '' && (
              <p className="mt-1 text-sm text-muted">How to tell: {candidate.recognizedBy}</p>
            )}
            {candidate.shopNote !== '' && <p className="mt-1 text-sm text-muted">{candidate.shopNote}</p>}
            <details className="mt-1 text-sm text-muted">
              <summary className="min-h-6 cursor-pointer">
                {confidenceWords[candidate.confidence]},{' '}
                {candidate.checkedOn === null
                  ? 'not yet checked by a fitter'
                  : `checked ${candidate.checkedOn}`}
              </summary>
              <ul className="mt-1 list-disc pl-5 [overflow-wrap:anywhere]">
                {candidate.sources.map((source) => (
                  <li key={source}>{source}</li>
                ))}
              </ul>
            </details>
          </li>
        ))}
      </ul>
    </section>
  )
}
