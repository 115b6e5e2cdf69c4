import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Stripe } from 'stripe'
import { startSandbox } from '../../sandbox/start-sandbox.ts'
import type { Sandbox } from '../../sandbox/start-sandbox.ts'

export const webhookSecret = 'whsec_of_the_test'

export type OpenSandbox = {
  stripe: Stripe
  /** With a browser's key: the only one that may send card numbers. */
  browser: Stripe
  /** Gives up on an answer after a fifth of a second. */
  impatient: Stripe
  url(path: string): string
  smtpUrl(): string
  post(path: string, body: object): Promise<Response>
  faults(plan: object): Promise<void>
  advance(seconds: number): Promise<{ now: string; offsetSeconds: number; product: string }>
  /** Stops the sandbox and starts another one on the same folder; the clients go on with the new one. */
  restart(): Promise<void>
  close(): Promise<void>
}

/** A sandbox of one's own on free ports, with the official library pointed at it. Nothing is retried by itself. */
export async function openSandbox(productUrl = 'http://127.0.0.1:9'): Promise<OpenSandbox> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sandbox-test-'))
  const start = (port: number): Promise<Sandbox> =>
    startSandbox({ port, smtpPort: 0, dataDir, productUrl, secret: 'clock-secret', webhookSecret })
  let sandbox = await start(0)
  const port = Number(new URL(sandbox.url).port)
  const client = (key: string, timeout = 1500): Stripe =>
    new Stripe(key, { host: 'localhost', port, protocol: 'http', maxNetworkRetries: 0, timeout })
  const post = (path: string, body: object): Promise<Response> =>
    fetch(`${sandbox.url}${path}`, {
      method: 'POST',
      // A kept connection would be a dead one after a restart.
      headers: { 'content-type': 'application/json', connection: 'close' },
      body: JSON.stringify(body),
    })
  return {
    stripe: client('sk_test_secret'),
    browser: client('pk_test_public'),
    impatient: client('sk_test_secret', 500),
    url: (path) => `${sandbox.url}${path}`,
    smtpUrl: () => sandbox.smtpUrl,
    post,
    faults: async (plan) => {
      const answer = await post('/sandbox/faults', plan)
      if (!answer.ok) throw new Error(await answer.text())
    },
    advance: async (seconds) => {
      const answer = await post('/sandbox/clock', { advanceSeconds: seconds })
      return (await answer.json()) as { now: string; offsetSeconds: number; product: string }
    },
    restart: async () => {
      await sandbox.close()
      sandbox = await start(port)
    },
    close: async () => {
      await sandbox.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

export type Listener = {
  url: string
  events: Stripe.Event[]
  clockPushes: { authorization: string | undefined; body: unknown }[]
  /** How many webhooks are refused with 500 before the next is taken. */
  refuseNext(count: number): void
  close(): Promise<void>
}

/** Stands where the product stands: takes webhooks with the official library and the pushes of the clock. */
export async function listen(): Promise<Listener> {
  const events: Stripe.Event[] = []
  const clockPushes: Listener['clockPushes'] = []
  const { webhooks } = new Stripe('sk_test_listener')
  let refusals = 0
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8')
      if (request.url === '/api/sandbox/clock') {
        clockPushes.push({ authorization: request.headers.authorization, body: JSON.parse(body) })
      } else if (refusals > 0) {
        refusals -= 1
        response.statusCode = 500
      } else {
        const signature = request.headers['stripe-signature'] ?? ''
        events.push(webhooks.constructEvent(body, signature, webhookSecret))
      }
      response.end('{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    events,
    clockPushes,
    refuseNext: (count) => {
      refusals = count
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

export const hold = {
  amount: 49_900,
  currency: 'usd',
  allowed_payment_method_types: ['card'],
  capture_method: 'manual',
  confirm: true,
} satisfies Stripe.PaymentIntentCreateParams

/** The refusal of a call that must not succeed. */
export async function refusalOf(call: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  const outcome = await call.then(
    () => undefined,
    (error: unknown) => error,
  )
  if (outcome instanceof Stripe.errors.StripeError) return outcome
  throw new Error('the call was not refused', { cause: outcome })
}
