import * as z from 'zod/mini'
import type { Config } from '../../config.ts'

const timeoutMs = 10_000

export type OutgoingText = { from: string; to: string; body: string; statusCallback: string }

/**
 * `refused`: for good, with the provider's code. `busy`: nothing was sent, try later. `unknown`: the request
 * left, and its answer did not come.
 */
export type SendOutcome =
  | { outcome: 'sent'; sid: string }
  | { outcome: 'refused'; code: number }
  | { outcome: 'busy' }
  | { outcome: 'unknown' }

const created = z.object({ sid: z.string() })
const refusal = z.object({ code: z.number() })

/** Errors of a connection that was never made. */
const unreached = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']

function isUnreached(error: unknown): boolean {
  const { cause } = error as { cause?: { code?: unknown } }
  return typeof cause?.code === 'string' && unreached.includes(cause.code)
}

/**
 * Sends one text message (SMS) with Twilio's Messages API, which has no idempotency key.
 * https://www.twilio.com/docs/messaging/api/message-resource
 */
export async function sendMessage(
  { apiUrl, account, token }: NonNullable<Config['texts']>,
  { from, to, body, statusCallback }: OutgoingText,
): Promise<SendOutcome> {
  try {
    const response = await fetch(`${apiUrl}/2010-04-01/Accounts/${account}/Messages.json`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${account}:${token}`).toString('base64')}` },
      body: new URLSearchParams({ From: from, To: to, Body: body, StatusCallback: statusCallback }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    // 401: the credentials are being changed. 429: too many requests. A proxy answers them without JSON.
    if (response.status === 401 || response.status === 429) return { outcome: 'busy' }
    const answer: unknown = await response.json().catch(() => null)
    if (response.ok) {
      const { data } = created.safeParse(answer)
      return data ? { outcome: 'sent', sid: data.sid } : { outcome: 'unknown' }
    }
    const { data } = refusal.safeParse(answer)
    return response.status < 500
      ? { outcome: 'refused', code: data?.code ?? response.status }
      : { outcome: 'unknown' }
  } catch (error) {
    return { outcome: isUnreached(error) ? 'busy' : 'unknown' }
  }
}
