import type { FastifyInstance } from 'fastify'
import { Stripe } from 'stripe'
import { refuse } from '../../contract/refusals.ts'
import type { Context } from '../context.ts'
import { readDispute } from './provider/disputes.ts'

/** The payment intent of an event, directly or through its charge or refund; null for any other event. */
function intentOf(event: Stripe.Event): string | null {
  const object = event.data.object as {
    object?: string
    id?: string
    payment_intent?: string | { id: string } | null
  }
  if (object.object === 'payment_intent') return object.id ?? null
  const intent = object.payment_intent
  return typeof intent === 'string' ? intent : (intent?.id ?? null)
}

/**
 * The dispute of an event, as JSON, with the instant of the event; null for any other event. It is stored
 * because the provider may no longer find it when the event is handled.
 */
function disputeOf(event: Stripe.Event): string | null {
  if (!event.type.startsWith('charge.dispute.')) return null
  const dispute = readDispute(event.data.object, event.created * 1000)
  return dispute && JSON.stringify(dispute)
}

/**
 * Registers POST /api/webhooks/payments, the webhook of the card provider. The signature must be valid and
 * within 300 seconds of the product's clock. Each event is stored once by id. An event changes no state; it
 * triggers the job that reads the state from the provider. A dispute counts as its signed event states it
 * until the provider answers. An unreadable one is logged.
 */
export async function registerWebhook(app: FastifyInstance, context: Context): Promise<void> {
  await app.register(async (scope) => {
    // The signature covers the raw bytes of the body.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    scope.post('/api/webhooks/payments', { schema: { hide: true } }, async (request) => {
      const signature = request.headers['stripe-signature']
      if (typeof signature !== 'string' || !Buffer.isBuffer(request.body)) return refuse('malformed')
      let event: Stripe.Event
      try {
        event = context.stripe.webhooks.constructEvent(
          request.body,
          signature,
          context.config.cards.webhookSecret,
          300,
          undefined,
          context.clock.now(),
        )
      } catch (error) {
        if (error instanceof Stripe.errors.StripeSignatureVerificationError) {
          return refuse('malformed', { sentence: 'The signature does not fit.' })
        }
        throw error
      }
      const dispute = disputeOf(event)
      if (dispute === null && event.type.startsWith('charge.dispute.')) {
        context.log.error({ eventId: event.id }, 'a dispute could not be read: a person must look at it')
      }
      const { numInsertedOrUpdatedRows: fresh } = await context.database.db
        .insertInto('provider_events')
        .values({
          id: event.id,
          type: event.type,
          provider_intent_id: intentOf(event),
          dispute,
          received_at: new Date(context.clock.now()),
        })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .executeTakeFirstOrThrow()
      if (fresh) context.triggerJob('appointments.settle-holds')
      return { received: true }
    })
  })
}
