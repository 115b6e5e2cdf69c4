import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Agent, request, type IncomingMessage } from 'node:http'
import { json } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import type { Step } from './booking-statements.ts'
import { runStep } from './run-step.ts'

/** What the bare server is told of a booking: the question for its own values, and its transactions on both sides of the card provider. */
export type BareBooking = {
  draw: string
  claim: readonly (readonly Step[])[]
  confirm: readonly (readonly Step[])[]
  providerUrl: string
}

type Own = Record<string, unknown>

const agent = new Agent({ keepAlive: true })
const form = 'amount=49900&currency=usd&payment_method=pm_card_visa&capture_method=manual&confirm=true'

/** Asks the provider for a hold. Throws unless it was placed. */
async function placeHold(providerUrl: string): Promise<void> {
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    'content-length': form.length,
    'idempotency-key': randomUUID(),
  }
  const call = request(`${providerUrl}/v1/payment_intents`, { method: 'POST', agent, headers })
  call.end(form)
  const [response] = (await once(call, 'response')) as [IncomingMessage]
  const { status } = (await json(response)) as { status: string }
  if (status !== 'requires_capture') throw new Error(`the hold is ${status}`)
}

/** A connection for as long as the transaction takes, and no longer. */
async function runTransaction(pool: Pool, steps: readonly Step[], own: Own): Promise<void> {
  const client = await pool.connect()
  try {
    for (const step of steps) await runStep(client, step, own)
    client.release()
  } catch (error) {
    client.release(true)
    throw error
  }
}

/** A booking with the product's own statements and the card provider between them, each request by itself. */
export function registerBookings(
  app: FastifyInstance,
  pool: Pool,
  { draw, claim, confirm, providerUrl }: BareBooking,
): void {
  app.post<{ Body: { n: number } }>(
    '/book',
    {
      schema: {
        body: { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] },
        response: { 201: { type: 'object', properties: { status: { type: 'string' } } } },
      },
    },
    async ({ body }, reply) => {
      const { rows } = await pool.query<Own>({ name: 'draw', text: draw, values: [body.n] })
      const own = rows[0] ?? {}
      for (const steps of claim) await runTransaction(pool, steps, own)
      await placeHold(providerUrl)
      for (const steps of confirm) await runTransaction(pool, steps, own)
      return reply.code(201).send({ status: 'booked' })
    },
  )
}
