import { useState } from 'react'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { CircleCheckBig, Link2Off } from 'lucide-react'
import type { CustomerReview } from '../../contract/fitment/review-endpoints.ts'
import { createQueryClient } from '../appointments/queries.ts'
import { call, CallError } from '../api/client.ts'
import { PageLoading } from '../layout/page-loading.tsx'
import { Page } from '../layout/page.tsx'
import { paths } from '../paths.ts'
import { Alert } from '../ui/alert.tsx'
import { textStore } from '../ui/browser-store.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { useUrlToken } from '../ui/use-url-token.ts'
import { AddPhotos } from './add-photos.tsx'

const reviewLink = textStore('review-link', (text) => text)

/** Behind the mailed link: takes photos of the dashboard for the shop's fitment check. Needs no sign-in. */
export function PhotoPage() {
  const [queryClient] = useState(createQueryClient)
  const link = useUrlToken(reviewLink)
  if (link === undefined) return <PageLoading />
  const [id = '', token = ''] = (link ?? '').split('.')
  return (
    <Page title="Add photos of your dashboard" width="regular">
      {id === '' || token === '' ? (
        <LinkRefused />
      ) : (
        <QueryClientProvider client={queryClient}>
          <Review key={link} id={id} token={token} />
        </QueryClientProvider>
      )}
    </Page>
  )
}

function Review({ id, token }: { id: string; token: string }) {
  const review = useQuery({
    queryKey: ['customer-review', id],
    queryFn: ({ signal }) =>
      call('fitment.findReview', { params: { id }, headers: { 'x-review-token': token }, signal }),
    retry: false,
  })
  if (review.data) return <Photos review={review.data} token={token} onAdded={() => void review.refetch()} />
  if (!review.isError) return <PageLoading />
  if (review.error instanceof CallError && ['link_not_valid', 'malformed'].includes(review.error.code ?? ''))
    return <LinkRefused />
  return (
    <ErrorState
      message={review.error.message}
      retrying={review.isFetching}
      onRetry={() => void review.refetch()}
    />
  )
}

type PhotosProps = { review: CustomerReview; token: string; onAdded: () => void }

function Photos({ review, token, onAdded }: PhotosProps) {
  const { vehicleInfo, packageName, isOpen, photoAsked, photoCount } = review
  if (!isOpen)
    return (
      <EmptyState icon={<CircleCheckBig />} title="This fitment check is closed. No more photos are needed.">
        <ButtonLink href={paths.appointments}>See my appointments</ButtonLink>
      </EmptyState>
    )
  return (
    <Card className="grid gap-6">
      <div className="grid gap-2">
        <h2 className="text-xl font-semibold">
          {packageName} for your {vehicleInfo.year} {vehicleInfo.make} {vehicleInfo.model}
        </h2>
        <p className="text-muted">
          Turn the ignition on and take a photo of the whole dashboard, with the screen and its controls. The
          shop answers by the next working day.
        </p>
      </div>
      {photoAsked !== null && <Alert title="The shop asks:">“{photoAsked}”</Alert>}
      <AddPhotos
        reviewId={review.id}
        token={token}
        photoCount={photoCount}
        isAsked={photoAsked !== null}
        onAdded={onAdded}
      />
      <p className="text-sm text-muted">
        Only the shop and our team see your photos. We remove the location from them, and delete them 4 months
        after your appointment at the latest.
      </p>
    </Card>
  )
}

function LinkRefused() {
  return (
    <EmptyState icon={<Link2Off />} title="This link is no longer valid.">
      <p className="max-w-md text-muted">You can add photos under My Appointments.</p>
      <ButtonLink href={paths.appointments}>See my appointments</ButtonLink>
    </EmptyState>
  )
}
