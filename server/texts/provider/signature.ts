import { createHmac } from 'node:crypto'
import { equalSecrets } from '../../http/equal-secrets.ts'

/**
 * Whether the provider signed a webhook: base64 of an HMAC-SHA1 of the configured address and all fields,
 * sorted by name. https://www.twilio.com/docs/usage/webhooks/webhooks-security
 */
export function isSigned(
  signature: unknown,
  { url, fields, token }: { url: string; fields: Record<string, string>; token: string },
): boolean {
  if (typeof signature !== 'string') return false
  const signed = Object.keys(fields)
    .toSorted()
    .reduce((text, name) => `${text}${name}${fields[name]}`, url)
  return equalSecrets(signature, createHmac('sha1', token).update(signed, 'utf8').digest('base64'))
}
