import { useQueryClient } from '@tanstack/react-query'
import { lazyComponent } from '../ui/lazy-component.tsx'

const AddPhotos = lazyComponent(
  () => import('../fitment/add-photos.tsx').then((module) => module.AddPhotos),
  null,
)

type ReviewPhotosProps = {
  reviewId: string
  /** Photos that the review has already. */
  photoCount: number
  isAsked: boolean
}

/** Takes photos for an open review of the signed-in customer. */
export function ReviewPhotos({ reviewId, photoCount, isAsked }: ReviewPhotosProps) {
  const queries = useQueryClient()
  return (
    <AddPhotos
      reviewId={reviewId}
      token={null}
      photoCount={photoCount}
      isAsked={isAsked}
      onAdded={() => void queries.invalidateQueries({ queryKey: ['appointments'] })}
    />
  )
}
