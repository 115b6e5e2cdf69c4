import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { Context } from '../context.ts'

const macBytes = 24

function macOf(context: Context, id: Buffer): Buffer {
  // A derived key of its own, so that signatures for other purposes are not valid card links.
  const key = Buffer.from(hkdfSync('sha256', context.secrets.sessionSecret, '', 'confirm-card', 32))
  return createHmac('sha256', key).update(id).digest().subarray(0, macBytes)
}

/**
 * The link to confirm the card of one appointment. It has no expiry: it ends with the appointment. The token
 * is in the fragment (after the #), so that server logs and referrers do not contain it.
 */
export function cardLinkOf(context: Context, appointmentId: string): string {
  const id = Buffer.from(appointmentId.replaceAll('-', ''), 'hex')
  const token = Buffer.concat([id, macOf(context, id)]).toString('base64url')
  return `${context.config.publicUrl}/confirm-card#${token}`
}

/** The appointment of a token; null when its signature is invalid. */
export function appointmentOfCardToken(context: Context, token: string): string | null {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== 16 + macBytes) return null
  const id = bytes.subarray(0, 16)
  if (!timingSafeEqual(macOf(context, id), bytes.subarray(16))) return null
  return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
