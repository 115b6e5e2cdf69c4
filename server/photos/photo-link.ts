import type { Context } from '../context.ts'
import { isSigned, signatureOf } from '../identity/link-signature.ts'

const linkSeconds = 600

const contentOf = (photoId: string, expires: string): Buffer => Buffer.from(`${photoId} ${expires}`)

/**
 * The address that shows a photo for 10 minutes, to anyone who has it. The caller has checked that its reader
 * may see the photo: the customer, the shop of the review, or an administrator.
 */
export function photoUrl(context: Context, photoId: string): string {
  const expires = String(Math.ceil(context.clock.now() / 1000) + linkSeconds)
  const signature = signatureOf(context, 'photo', contentOf(photoId, expires)).toString('base64url')
  return `/api/photos/${photoId}?expires=${expires}&signature=${signature}`
}

/** Whether the link is the product's own and has not ended. */
export function isPhotoLinkValid(
  context: Context,
  { photoId, expires, signature }: { photoId: string; expires: string; signature: string },
): boolean {
  const given = Buffer.from(signature, 'base64url')
  const isOurs = isSigned(context, 'photo', contentOf(photoId, expires), given)
  return isOurs && Number(expires) * 1000 >= context.clock.now()
}
