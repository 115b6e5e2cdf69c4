import { reviewTokenHeader } from '../../contract/routes.ts'
import type { CallReply } from '../api/client.ts'
import { sendPhoto } from '../api/send-photo.ts'

/**
 * Sends one picture file to an open fitment review: signed in as its customer, or with the token of the
 * mailed link. Throws only `CallError`.
 */
export async function uploadPhoto(
  reviewId: string,
  file: Blob,
  token: string | null,
): Promise<CallReply<'fitment.addPhoto'>> {
  const address = `/api/fitment-reviews/${encodeURIComponent(reviewId)}/photos`
  return sendPhoto(address, file, token === null ? null : { [reviewTokenHeader]: token })
}
