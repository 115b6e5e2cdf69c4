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
  /** Uses the publishable key, the only one that may send card numbers. */
  browser: Stripe
  /** Has a timeout of 0.2 s. */
  impatient: Stripe
  url(path: string): string
  smtpUrl(): string
  post(path: string, body: object): Promise<Response>
  faults(plan: object): Promise<void>
  advance(seconds: number): Promise<{ now: string; offsetSeconds: number; product: string }>
  /** Restarts the sandbox on the same folder and redirects the clients to it. */
  restart(): Promise<void>
  close(): Promise<void>
}

/** Starts a sandbox on free ports with the official SDK as its client, without automatic retries. */
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
      // A keep-alive connection would be dead after a restart.
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
  /** Refuses this many webhooks with status 500. */
  refuseNext(count: number): void
  close(): Promise<void>
}

/** A stand-in for the product: receives webhooks with the official SDK, and clock changes. */
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

/** The error of a call that must be refused. */
export async function refusalOf(call: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  const outcome = await call.then(
    () => undefined,
    (error: unknown) => error,
  )
  if (outcome instanceof Stripe.errors.StripeError) return outcome
  throw new Error('the call was not refused', { cause: outcome })
}
