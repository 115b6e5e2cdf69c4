import type { Context } from '../../context.ts'
import { signatureOf } from '../link-signature.ts'

/**
 * The stored form of a code: an HMAC under a key of its own, bound to the challenge. A plain hash of six
 * digits would be reversed by trying a million of them.
 */
export function hashCode(context: Context, challengeId: string, code: string): string {
  return signatureOf(context, 'email-code', Buffer.from(`${challengeId} ${code}`)).toString('base64url')
}
