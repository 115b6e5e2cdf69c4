import { createHmac, randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Journal } from '../journal.ts'
import type { PhoneRecords, TextWebhook } from './records.ts'

const BACKOFF_SECONDS = [0.5, 1, 2, 4, 8]
const PATIENCE_MS = 15_000

export interface TextWebhooks {
  /** Posts one webhook after those before it; resolves to its first answer. */
  post(url: string, fields: Record<string, string>): Promise<string>
  /** Posts the webhooks that an earlier process left. */
  resume(): void
  settle(ms: number): Promise<void>
  close(): void
}

export interface TextWebhookOptions {
  journal: Journal<PhoneRecords>
  token: string
  /** The product's address from here, and the public one that is signed, as behind a proxy. */
  productUrl: string
  publicUrl: string
}

/**
 * Twilio's signature: base64 of an HMAC-SHA1 of the address and all fields, sorted by name
 * (https://www.twilio.com/docs/usage/webhooks/webhooks-security).
 */
export function textSignature(url: string, fields: Record<string, string>, token: string): string {
  const signed = Object.keys(fields)
    .toSorted()
    .reduce((text, name) => `${text}${name}${fields[name]}`, url)
  return createHmac('sha1', token).update(signed, 'utf8').digest('base64')
}

/** Delivers signed webhooks in order, at least once, with a few attempts. */
export function createTextWebhooks(options: TextWebhookOptions): TextWebhooks {
  const { journal, token, productUrl, publicUrl } = options
  const stop = new AbortController()
  const waiting = new Set<string>()
  let last: Promise<unknown> = Promise.resolve()

  async function send({ url, fields }: TextWebhook): Promise<string> {
    const reached = url.startsWith(`${publicUrl}/`) ? productUrl + url.slice(publicUrl.length) : url
    try {
      const answer = await fetch(reached, {
        method: 'POST',
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          'x-twilio-signature': textSignature(url, fields, token),
          'user-agent': 'TwilioProxy/1.1 (sandbox)',
        },
        body: new URLSearchParams(fields).toString(),
        redirect: 'manual',
        signal: AbortSignal.any([stop.signal, AbortSignal.timeout(PATIENCE_MS)]),
      })
      await answer.arrayBuffer()
      return String(answer.status)
    } catch (error) {
      return error instanceof Error ? error.message : 'failed'
    }
  }

  async function attempt(webhook: TextWebhook): Promise<string> {
    const answer = await send(webhook)
    if (stop.signal.aborted) return answer
    const attempts = webhook.attempts + 1
    // A refusal stays one; an error of the server or the network may pass.
    const isOver = /^[234]\d\d$/.test(answer) || attempts > BACKOFF_SECONDS.length
    journal.transaction((records) => {
      if (isOver) records.remove('webhook', webhook.id)
      else records.put('webhook', webhook.id, { ...webhook, attempts })
    })
    if (!isOver) {
      const seconds = BACKOFF_SECONDS[webhook.attempts] ?? 8
      delay(seconds * 1000, undefined, { signal: stop.signal, ref: false }).then(
        () => void enqueue({ ...webhook, attempts }),
        () => undefined,
      )
    }
    return answer
  }

  function enqueue(webhook: TextWebhook): Promise<string> {
    waiting.add(webhook.id)
    const sent = last.then(() => attempt(webhook)).finally(() => waiting.delete(webhook.id))
    last = sent.catch(() => undefined)
    return sent
  }

  return {
    post(url, fields) {
      const webhook: TextWebhook = { id: randomUUID(), url, fields, attempts: 0 }
      journal.transaction((records) => records.put('webhook', webhook.id, webhook))
      return enqueue(webhook)
    },
    resume() {
      for (const webhook of journal.list('webhook')) void enqueue(webhook)
    },
    async settle(ms) {
      const until = Date.now() + ms
      while (waiting.size > 0 && Date.now() < until) await delay(10)
    },
    close: () => stop.abort(),
  }
}
