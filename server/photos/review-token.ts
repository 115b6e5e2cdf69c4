import type { Context } from '../context.ts'
import { isSigned, signatureBytes, signatureOf } from '../identity/link-signature.ts'

/** Days for which a token is valid: longer than the farthest appointment is ahead. */
const tokenDays = 30

const idBytes = 16
const contentBytes = idBytes + 4

/**
 * A token that stands for the customer of one fitment review, without a session: for the mailed link, after
 * the `#`, and for the reply to a request without an appointment. It ends after 30 days. The product sends
 * it in the header `reviewTokenHeader`.
 */
export function signReviewToken(context: Context, reviewId: string): string {
  const content = Buffer.alloc(contentBytes)
  content.write(reviewId.replaceAll('-', ''), 'hex')
  content.writeUInt32BE(Math.ceil(context.clock.now() / 1000) + tokenDays * 86_400, idBytes)
  return Buffer.concat([content, signatureOf(context, 'review', content)]).toString('base64url')
}

/** The id of the review of a token; null when it is forged or has ended. */
export function readReviewToken(context: Context, token: string): string | null {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== contentBytes + signatureBytes) return null
  const content = bytes.subarray(0, contentBytes)
  if (!isSigned(context, 'review', content, bytes.subarray(contentBytes))) return null
  if (content.readUInt32BE(idBytes) * 1000 < context.clock.now()) return null
  const id = content.toString('hex', 0, idBytes)
  return id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** The page that takes photos for a review. The token is in the fragment, which no server log contains. */
export function reviewLinkOf(context: Context, reviewId: string): string {
  return `${context.config.publicUrl}/fitment-photo#${reviewId}.${signReviewToken(context, reviewId)}`
}
