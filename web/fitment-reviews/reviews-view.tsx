import { useState } from 'react'
import { Camera, CircleCheckBig, RefreshCw } from 'lucide-react'
import { useSearch } from 'wouter'
import type { OpenReview } from '../../contract/fitment/review-endpoints.ts'
import { formatMoment } from '../admin/admin-words.ts'
import { askedCheckOf } from '../admin/admin-view.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { StaleDataAlert } from '../ui/stale-data-alert.tsx'
import { ReviewPanel } from './review-panel.tsx'
import { useReviews } from './review-queries.ts'

/** The queue of fitment reviews, open at the one that the address names. */
export function ReviewsView() {
  const asked = askedCheckOf(useSearch())
  return <Reviews key={asked} asked={asked} />
}

/** One review is open, and after its answer the next one opens by itself. */
function Reviews({ asked }: { asked: string | null }) {
  const reviews = useReviews()
  const [chosen, setChosen] = useState<string | null>(null)
  const isAsked = ({ id, appointmentId }: OpenReview) => id === asked || appointmentId === asked
  // Once it was shown, its answer takes it from the list.
  const [wasShown, setWasShown] = useState(false)
  if (!wasShown && reviews.data?.reviews.some(isAsked)) setWasShown(true)
  const isClosed = asked !== null && !wasShown && chosen === null && !reviews.isFetching
  return (
    <section aria-label="Fitment checks" className="grid gap-6">
      <QueryState query={reviews} loading="Loading fitment checks..." shape={<ReviewsShape />}>
        {({ reviews: open, total, medianHours }) => {
          const shown = open.find(({ id }) => id === chosen) ?? open.find(isAsked) ?? open[0]
          return (
            <>
              <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
                <p className="text-ui text-muted">
                  <span className="font-semibold text-ink">
                    {total === 1 ? '1 car to check' : `${total} cars to check`}
                  </span>
                  {medianHours !== null && (
                    <> · Median time to answer: {medianHours === 1 ? '1 hour' : `${medianHours} hours`}</>
                  )}
                </p>
                <Button
                  variant="secondary"
                  busy={reviews.isFetching}
                  busyText="Refreshing..."
                  onClick={() => void reviews.refetch()}
                >
                  <RefreshCw className="size-4" aria-hidden="true" />
                  Refresh
                </Button>
              </div>
              {reviews.isError && (
                <StaleDataAlert
                  problem={reviews.error.message}
                  loadedAt={reviews.dataUpdatedAt}
                  retrying={reviews.isFetching}
                  onRetry={() => void reviews.refetch()}
                />
              )}
              {isClosed && (
                <Alert tone="info">
                  That fitment check is already closed.{shown !== undefined && ' The next one is below.'}
                </Alert>
              )}
              {shown === undefined ? (
                <EmptyState icon={<CircleCheckBig />} title="All cars are checked. New ones show up here." />
              ) : (
                <div className="grid items-start gap-6 lg:grid-cols-[17rem_minmax(0,1fr)]">
                  <Queue reviews={open} shownId={shown.id} onChoose={setChosen} />
                  <ReviewPanel key={shown.id} review={shown} />
                </div>
              )}
            </>
          )
        }}
      </QueryState>
    </section>
  )
}

type QueueProps = { reviews: readonly OpenReview[]; shownId: string; onChoose: (id: string) => void }

function Queue({ reviews, shownId, onChoose }: QueueProps) {
  return (
    <nav aria-label="Cars to check" className="max-lg:-mx-4 max-lg:overflow-x-auto max-lg:px-4">
      <ul className="flex gap-2 lg:grid">
        {reviews.map((review) => (
          <li key={review.id} className="max-lg:w-60 max-lg:shrink-0">
            <button
              type="button"
              aria-current={review.id === shownId ? 'true' : undefined}
              onClick={() => onChoose(review.id)}
              className={classNames(
                'grid w-full gap-0.5 rounded-card border bg-surface px-4 py-3 text-left transition-colors',
                review.id === shownId
                  ? 'border-ember ring-1 ring-ember'
                  : 'border-line hover:border-line-strong',
              )}
            >
              <span className="font-medium">
                {review.vehicleInfo.year} {review.vehicleInfo.make} {review.vehicleInfo.model}
              </span>
              <span className="text-sm text-muted">{review.packageName}</span>
              <QueueFacts review={review} />
            </button>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function QueueFacts({ review: { photos, photoAsked, dueAt, timeZone } }: { review: OpenReview }) {
  const photoWords =
    photos.length > 0
      ? photos.length === 1
        ? '1 photo'
        : `${photos.length} photos`
      : photoAsked === null
        ? 'No photo yet'
        : 'Photo requested'
  return (
    <>
      <span className="mt-1 flex items-center gap-1.5 text-sm text-muted">
        <Camera className="size-4 shrink-0" aria-hidden="true" />
        {photoWords}
      </span>
      {dueAt !== null && (
        <span className="text-sm text-muted tabular-nums">Due {formatMoment(dueAt, timeZone)}</span>
      )}
    </>
  )
}

function ReviewsShape() {
  return (
    <div className="grid gap-6 lg:grid-cols-[17rem_minmax(0,1fr)]">
      <Skeleton className="h-64" />
      <Skeleton className="h-[32rem]" />
    </div>
  )
}
