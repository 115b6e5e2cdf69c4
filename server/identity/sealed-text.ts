import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import type { Context } from '../context.ts'

const mark = 'sealed:'
/** Fields of a mail's payload that may be sealed. */
const sealedFields = ['link', 'code'] as const

function keyOf({ secrets }: Context): string {
  return `mailed-link:${secrets.sessionSecret}`
}

/**
 * Encrypts a link or a code for the outbox, which keeps its payloads for good: a reader of the table or of a
 * backup cannot use it.
 */
export async function sealText(context: Context, text: string): Promise<string> {
  return mark + (await symmetricEncrypt({ key: keyOf(context), data: text }))
}

/** Whether a text is sealed. */
export function isSealed(text: string): boolean {
  return text.startsWith(mark)
}

/**
 * A mail's payload with its sealed texts decrypted, if it has any. Throws for a text sealed with another
 * secret.
 */
export async function openSealedTexts(context: Context, payload: unknown): Promise<unknown> {
  if (typeof payload !== 'object' || payload === null) return payload
  const opened: Record<string, unknown> = { ...payload }
  for (const field of sealedFields) {
    const text = opened[field]
    if (typeof text === 'string' && isSealed(text))
      opened[field] = await symmetricDecrypt({ key: keyOf(context), data: text.slice(mark.length) })
  }
  return opened
}
