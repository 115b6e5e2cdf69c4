import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { Context } from '../context.ts'

const macBytes = 24
/** Days after the last request within which a link proves its address. */
export const linkDays = 7

export type NamedAddress = { customerId: string; address: string }

function macOf(context: Context, content: Buffer): Buffer {
  const key = Buffer.from(hkdfSync('sha256', context.secrets.sessionSecret, '', 'prove-address', 32))
  return createHmac('sha256', key).update(content).digest().subarray(0, macBytes)
}

/** The link that proves an address which a customer named for mail. Its token is in the fragment. */
export function addressLinkOf(context: Context, { customerId, address }: NamedAddress): string {
  const content = Buffer.from(JSON.stringify([customerId, address]))
  const token = Buffer.concat([macOf(context, content), content]).toString('base64url')
  return `${context.config.publicUrl}/confirm-address#${token}`
}

/** The customer and the address of a token; null when its signature is invalid. */
export function readAddressToken(context: Context, token: string): NamedAddress | null {
  const bytes = Buffer.from(token, 'base64url')
  const [mac, content] = [bytes.subarray(0, macBytes), bytes.subarray(macBytes)]
  if (mac.length !== macBytes || !timingSafeEqual(macOf(context, content), mac)) return null
  const [customerId, address] = JSON.parse(content.toString()) as [string, string]
  return { customerId, address }
}
