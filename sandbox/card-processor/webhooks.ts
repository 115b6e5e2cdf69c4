import { createHmac, randomInt } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import type { SandboxClock } from '../clock.ts'
import type { Journal } from '../journal.ts'
import { createQueue } from './delivery-queue.ts'
import { wireEvent } from './events.ts'
import { createWebhookSender } from './post-webhook.ts'
import type { DeliveryRecord, ProcessorRecords } from './records.ts'
import { currentWebhooks } from './webhook-switches.ts'

const BACKOFF_SECONDS = [0.5, 1, 2, 4, 8, 15, 30]
const AT_ONCE = 8
/** Maximum delay of a shuffled delivery, long enough to swap the events of consecutive requests. */
const SHUFFLE_MS = 500

export interface Webhooks {
  /**
   * Sends every due delivery. Called after each piece of work, each change of a switch and once at the start.
   */
  send(): void
  /** Number of pending deliveries. */
  waiting(): number
  /** Waits until every deliverable event was tried at least once, at most `ms`. */
  settle(ms: number): Promise<void>
  close(): void
}

export interface WebhookOptions {
  journal: Journal<ProcessorRecords>
  clock: SandboxClock
  url: string
  secret: string
}

interface Delivery {
  event: string
  /**
   * Sent in addition to the original, so that the listener gets an event twice; its answer does not count.
   */
  copy: boolean
}

/**
 * Stripe's signature: `t` and `v1`, an HMAC-SHA256 of `t.body` (https://docs.stripe.com/webhooks/signature).
 */
export function signatureHeader(body: string, secret: string, seconds: number): string {
  const signature = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
  return `t=${seconds},v1=${signature}`
}

/**
 * Delivers events at least once, with a few attempts over about a minute and, like Stripe, in no fixed order.
 * Create it before the journal is opened: it collects the deliveries as they are written.
 */
export function createWebhooks({ journal, clock, url, secret }: WebhookOptions): Webhooks {
  const stop = new AbortController()
  // One listener per waiting delivery; their number is no leak.
  setMaxListeners(0, stop.signal)
  const sender = createWebhookSender(url)
  const known = new Set<string>()
  const fresh: string[] = []
  const queue = createQueue<Delivery>()
  let running = 0
  let resting = 0

  journal.watch('delivery', (event, { state }) => {
    if (state !== 'pending' || known.has(event)) return
    known.add(event)
    fresh.push(event)
  })

  async function attempt(id: string): Promise<string> {
    const event = journal.get('event', id)
    if (!event) return 'event missing'
    const body = JSON.stringify(wireEvent(journal, event))
    const seconds = Math.floor(clock.now() / 1000)
    return sender.post(body, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(body)),
      'stripe-signature': signatureHeader(body, secret, seconds),
      'user-agent': 'Stripe/1.0 (sandbox)',
    })
  }

  function record(delivery: DeliveryRecord, answer: string): 'delivered' | 'again' | 'given_up' {
    const delivered = /^2\d\d$/.test(answer)
    const attempts = delivery.attempts + 1
    const givenUp = attempts > BACKOFF_SECONDS.length
    journal.transaction((records) => {
      if (delivered) records.remove('delivery', delivery.event)
      else {
        const state = givenUp ? 'given_up' : 'pending'
        records.put('delivery', delivery.event, { ...delivery, attempts, state, lastAnswer: answer })
      }
    })
    return delivered ? 'delivered' : givenUp ? 'given_up' : 'again'
  }

  async function deliver({ event, copy }: Delivery): Promise<void> {
    if (copy) return void (await attempt(event))
    const delivery = journal.get('delivery', event)
    const answer = delivery && (await attempt(event))
    if (stop.signal.aborted) return
    if (delivery && answer !== undefined && record(delivery, answer) === 'again') {
      later((BACKOFF_SECONDS[delivery.attempts] ?? 30) * 1000, () => enqueue({ event, copy: false }))
    } else known.delete(event)
  }

  function later(ms: number, act: () => void): void {
    delay(ms, undefined, { signal: stop.signal, ref: false }).then(act, () => undefined)
  }

  function next(): Delivery | undefined {
    const { paused, shuffle } = currentWebhooks(journal)
    return paused || stop.signal.aborted ? undefined : queue.take(shuffle ? 'any' : 'first')
  }

  async function drain(): Promise<void> {
    running += 1
    for (let delivery = next(); delivery; delivery = next()) await deliver(delivery)
    running -= 1
  }

  function pump(): void {
    for (let idle = Math.min(AT_ONCE - running, queue.size); idle > 0; idle -= 1) void drain()
  }

  function enqueue(delivery: Delivery): void {
    queue.push(delivery)
    pump()
  }

  function plan(event: string): void {
    const { shuffle, repeat } = currentWebhooks(journal)
    const times = 1 + randomInt(repeat)
    for (let time = 0; time < times; time += 1) {
      const delivery = { event, copy: time > 0 }
      if (!shuffle) {
        queue.push(delivery)
        continue
      }
      resting += 1
      later(randomInt(SHUFFLE_MS), () => {
        resting -= 1
        enqueue(delivery)
      })
    }
  }

  function busy(): boolean {
    return running > 0 || resting > 0 || (queue.size > 0 && !currentWebhooks(journal).paused)
  }

  return {
    send() {
      for (const event of fresh.splice(0)) plan(event)
      pump()
    },
    waiting: () => queue.size + resting,
    async settle(ms) {
      const until = Date.now() + ms
      while (busy() && Date.now() < until) await delay(10)
    },
    close() {
      stop.abort()
      sender.close()
    },
  }
}
