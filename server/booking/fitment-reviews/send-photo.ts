import { refuse } from '../../../contract/refusals.ts'
import type { Context } from '../../context.ts'
import { queueFitmentCheckMail } from '../../notifications/queue-shop-mail.ts'
import { addPhoto, type AddedPhoto } from '../../photos/add-photo.ts'
import type { SentFile } from '../../photos/store-photo.ts'

type Sent = {
  reviewId: string
  /** The account of the session; null without one. */
  customerId: string | null
  /** The token of the mailed link. A wrong one is refused even beside a session. */
  token: string | undefined
  file: SentFile
}

/**
 * Adds a customer's photo to an open review, and tells the shop if it asked for one. Refuses as `addPhoto`
 * does, and without session and token as `not_signed_in`.
 */
export async function sendPhoto(
  context: Context,
  { reviewId, customerId, token, file }: Sent,
): Promise<AddedPhoto> {
  const caller = token !== undefined ? { token } : customerId !== null ? { customerId } : null
  if (caller === null) return refuse('not_signed_in')
  const added = await addPhoto(context, {
    reviewId,
    caller,
    file,
    tellShop: (tx, id) => queueFitmentCheckMail(tx, context, id, 'photo_sent'),
  })
  context.triggerJob('notifications.send-outbox')
  return added
}
