import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { Context } from '../context.ts'

const macBytes = 24

function macOf(context: Context, id: Buffer): Buffer {
  // A key of its own, so that no signature made for another purpose opens a card link.
  const key = Buffer.from(hkdfSync('sha256', context.secrets.sessionSecret, '', 'confirm-card', 32))
  return createHmac('sha256', key).update(id).digest().subarray(0, macBytes)
}

/**
 * The address at which the card of one appointment is confirmed, good for nothing else. It holds no expiry: the appointment's
 * own end is what ends it. The token comes after the #, where no server log and no referrer sees it.
 */
export function cardLinkOf(context: Context, appointmentId: string): string {
  const id = Buffer.from(appointmentId.replaceAll('-', ''), 'hex')
  const token = Buffer.concat([id, macOf(context, id)]).toString('base64url')
  return `${context.config.publicUrl}/confirm-card#${token}`
}

/** The appointment a token was made for; null when we did not make it. */
export function appointmentOfCardToken(context: Context, token: string): string | null {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== 16 + macBytes) return null
  const id = bytes.subarray(0, 16)
  if (!timingSafeEqual(macOf(context, id), bytes.subarray(16))) return null
  return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
