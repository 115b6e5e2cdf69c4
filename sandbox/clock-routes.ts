import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { SandboxClock } from './clock.ts'

export interface ClockRoutesOptions {
  clock: SandboxClock
  productUrl: string
  secret: string
  /** Runs the sandbox's due work. */
  afterAdvance(): void
  /** Waits until the product has received the events of that work. */
  settle(): Promise<void>
}

interface Moved {
  now: string
  offsetSeconds: number
  product: 'moved' | 'unreachable'
}

const PRODUCT_TIMEOUT_MS = 4000
const MAX_ADVANCE_SECONDS = 10 * 366 * 24 * 3600

/**
 * `GET` reads the sandbox clock; `POST {advanceSeconds}` moves it forward together with the product's. It
 * never goes back.
 */
export function registerClock(app: FastifyInstance, options: ClockRoutesOptions): void {
  let last: Promise<unknown> = Promise.resolve()

  async function advance(seconds: number): Promise<Moved> {
    options.clock.advance(seconds)
    options.afterAdvance()
    const product = await pushOffset(options)
    options.afterAdvance()
    await options.settle()
    return { ...reading(options.clock), product }
  }

  app.get('/sandbox/clock', () => reading(options.clock))

  app.post('/sandbox/clock', async (request, reply) => {
    const fromForm = typeof request.body === 'string'
    const given = fromForm
      ? Number(new URLSearchParams(request.body as string).get('advanceSeconds') ?? Number.NaN)
      : (request.body as { advanceSeconds?: unknown } | null | undefined)?.advanceSeconds
    if (typeof given !== 'number' || !Number.isInteger(given) || given < 0 || given > MAX_ADVANCE_SECONDS) {
      return reply.code(400).send({ error: 'advanceSeconds must be a whole number of seconds, 0 or more' })
    }
    const moved = last.then(() => advance(given))
    last = moved.catch(() => undefined)
    const result = await moved
    return fromForm ? reply.redirect(`/sandbox?clock=${result.product}`, 303) : reply.send(result)
  })
}

function reading(clock: SandboxClock): { now: string; offsetSeconds: number } {
  return { now: new Date(clock.now()).toISOString(), offsetSeconds: clock.offsetSeconds() }
}

/**
 * The product moves its own clock and runs its due jobs before it answers. A product that is starting is
 * retried.
 */
async function pushOffset({ clock, productUrl, secret }: ClockRoutesOptions): Promise<Moved['product']> {
  const until = Date.now() + PRODUCT_TIMEOUT_MS
  for (;;) {
    const answer = await fetch(`${productUrl}/api/sandbox/clock`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: JSON.stringify({ offsetSeconds: clock.offsetSeconds() }),
      signal: AbortSignal.timeout(120_000),
    }).catch(() => undefined)
    if (answer?.ok) return 'moved'
    // A 4xx will not change on a retry; only an unreachable or starting product may.
    if ((answer && answer.status < 500) || Date.now() > until) return 'unreachable'
    await delay(300)
  }
}
