import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import type { Context } from '../context.ts'

const mark = 'sealed:'

function keyOf({ secrets }: Context): string {
  return `mailed-link:${secrets.sessionSecret}`
}

/**
 * Encrypts a link for the outbox, which keeps its payloads for good: a reader of the table or of a backup
 * cannot use the link.
 */
export async function sealLink(context: Context, link: string): Promise<string> {
  return mark + (await symmetricEncrypt({ key: keyOf(context), data: link }))
}

/**
 * A mail's payload with its sealed link decrypted, if it has one. Throws for a link sealed with another
 * secret.
 */
export async function openSealedLink(context: Context, payload: unknown): Promise<unknown> {
  if (typeof payload !== 'object' || payload === null || !('link' in payload)) return payload
  const { link } = payload
  if (typeof link !== 'string' || !link.startsWith(mark)) return payload
  const data = link.slice(mark.length)
  return { ...payload, link: await symmetricDecrypt({ key: keyOf(context), data }) }
}
