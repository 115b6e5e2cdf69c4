import type { Context } from '../context.ts'
import { isSigned, signatureBytes, signatureOf } from '../identity/link-signature.ts'

/** Days after the last request within which a link proves its address. */
export const linkDays = 7

export type NamedAddress = { customerId: string; address: string }

/** The link that proves an address which a customer named for mail. Its token is in the fragment. */
export function addressLinkOf(context: Context, { customerId, address }: NamedAddress): string {
  const content = Buffer.from(JSON.stringify([customerId, address]))
  const token = Buffer.concat([signatureOf(context, 'prove-address', content), content]).toString('base64url')
  return `${context.config.publicUrl}/confirm-address#${token}`
}

/** The customer and the address of a token; null when its signature is invalid. */
export function readAddressToken(context: Context, token: string): NamedAddress | null {
  const bytes = Buffer.from(token, 'base64url')
  const [signature, content] = [bytes.subarray(0, signatureBytes), bytes.subarray(signatureBytes)]
  if (!isSigned(context, 'prove-address', content, signature)) return null
  const [customerId, address] = JSON.parse(content.toString()) as [string, string]
  return { customerId, address }
}
