import type { Context } from '../context.ts'
import { isSigned, signatureBytes, signatureOf } from '../identity/link-signature.ts'

const idBytes = 16

/**
 * The link to confirm the card of one appointment. It has no expiry: it ends with the appointment. The token
 * is in the fragment (after the #), so that server logs and referrers do not contain it.
 */
export function cardLinkOf(context: Context, appointmentId: string): string {
  const id = Buffer.from(appointmentId.replaceAll('-', ''), 'hex')
  const token = Buffer.concat([id, signatureOf(context, 'confirm-card', id)]).toString('base64url')
  return `${context.config.publicUrl}/confirm-card#${token}`
}

/** The appointment of a token; null when its signature is invalid. */
export function appointmentOfCardToken(context: Context, token: string): string | null {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== idBytes + signatureBytes) return null
  const id = bytes.subarray(0, idBytes)
  if (!isSigned(context, 'confirm-card', id, bytes.subarray(idBytes))) return null
  return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
