import { createHmac } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import type { SandboxClock } from '../clock.ts'
import type { Journal } from '../journal.ts'
import type { DeliveryRecord, ProcessorRecords } from './records.ts'

const BACKOFF_SECONDS = [0.5, 1, 2, 4, 8, 15, 30]
const AT_ONCE = 8

export interface Webhooks {
  /** Sends whatever is waiting; called after each piece of work and once at the start. */
  send(): void
  /** Waits until every waiting event was tried at least once, at most `ms`. */
  settle(ms: number): Promise<void>
  close(): void
}

export interface WebhookOptions {
  journal: Journal<ProcessorRecords>
  clock: SandboxClock
  url: string
  secret: string
}

/** Stripe's signature: `t` and `v1`, an HMAC-SHA256 of `t.body` (https://docs.stripe.com/webhooks/signature). */
export function signatureHeader(body: string, secret: string, seconds: number): string {
  const signature = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
  return `t=${seconds},v1=${signature}`
}

/** Delivers events at least once, a few times over about a minute; like Stripe it promises no order. */
export function createWebhooks({ journal, clock, url, secret }: WebhookOptions): Webhooks {
  const stop = new AbortController()
  // One listener for each delivery that waits for its next try; their number is no leak.
  setMaxListeners(0, stop.signal)
  const known = new Set<string>()
  const queue: string[] = []
  let running = 0

  async function attempt(id: string): Promise<string> {
    const event = journal.get('event', id)
    if (!event) return 'event missing'
    const body = JSON.stringify(event)
    const seconds = Math.floor(clock.now() / 1000)
    try {
      const answer = await fetch(url, {
        method: 'POST',
        redirect: 'manual',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'stripe-signature': signatureHeader(body, secret, seconds),
          'user-agent': 'Stripe/1.0 (sandbox)',
        },
        body,
        signal: AbortSignal.any([stop.signal, AbortSignal.timeout(10_000)]),
      })
      await answer.arrayBuffer()
      return String(answer.status)
    } catch (error) {
      return error instanceof Error ? error.message : 'failed'
    }
  }

  function record(delivery: DeliveryRecord, answer: string): 'delivered' | 'again' | 'given_up' {
    const delivered = /^2\d\d$/.test(answer)
    const attempts = delivery.attempts + 1
    const givenUp = attempts > BACKOFF_SECONDS.length
    journal.transaction((records) => {
      const event = records.get('event', delivery.event)
      if (delivered && event) records.put('event', event.id, { ...event, pending_webhooks: 0 })
      if (delivered) records.remove('delivery', delivery.event)
      else {
        const state = givenUp ? 'given_up' : 'pending'
        records.put('delivery', delivery.event, { ...delivery, attempts, state, lastAnswer: answer })
      }
    })
    return delivered ? 'delivered' : givenUp ? 'given_up' : 'again'
  }

  async function deliver(id: string): Promise<void> {
    const delivery = journal.get('delivery', id)
    if (!delivery) return
    const answer = await attempt(id)
    if (stop.signal.aborted) return
    if (record(delivery, answer) !== 'again') {
      known.delete(id)
      return
    }
    const seconds = BACKOFF_SECONDS[delivery.attempts] ?? 30
    delay(seconds * 1000, undefined, { signal: stop.signal, ref: false }).then(
      () => enqueue(id),
      () => undefined,
    )
  }

  async function drain(): Promise<void> {
    running += 1
    for (let id = queue.shift(); id !== undefined && !stop.signal.aborted; id = queue.shift())
      await deliver(id)
    running -= 1
  }

  function enqueue(id: string): void {
    queue.push(id)
    if (running < AT_ONCE) void drain()
  }

  function busy(): boolean {
    return running > 0 || queue.length > 0
  }

  return {
    send() {
      for (const delivery of journal.list('delivery')) {
        if (delivery.state !== 'pending' || known.has(delivery.event)) continue
        known.add(delivery.event)
        enqueue(delivery.event)
      }
    },
    async settle(ms) {
      const until = Date.now() + ms
      while (busy() && Date.now() < until) await delay(10)
    },
    close: () => stop.abort(),
  }
}
