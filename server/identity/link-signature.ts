import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { Context } from '../context.ts'

export const signatureBytes = 24

type Purpose =
  | 'confirm-card'
  | 'appointment-link'
  | 'sign-off'
  | 'price'
  | 'prove-address'
  | 'review'
  | 'photo'
  | 'email-code'

/**
 * Signs the content of a link or a code. Each purpose has a derived key: its signatures are valid for no
 * other.
 */
export function signatureOf({ secrets }: Context, purpose: Purpose, content: Buffer): Buffer {
  const key = Buffer.from(hkdfSync('sha256', secrets.sessionSecret, '', purpose, 32))
  return createHmac('sha256', key).update(content).digest().subarray(0, signatureBytes)
}

/** Whether a signature is that of the content; its length must be right. */
export function isSigned(context: Context, purpose: Purpose, content: Buffer, signature: Buffer): boolean {
  return (
    signature.length === signatureBytes && timingSafeEqual(signatureOf(context, purpose, content), signature)
  )
}
