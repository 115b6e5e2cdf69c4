import { Stripe } from 'stripe'
import { refuse } from '../../../contract/refusals.ts'
import type { Context } from '../../context.ts'
import { answerOfFailure } from './intents.ts'

/**
 * The provider's fingerprint of a card number, the same for every payment method made of that number. While
 * the provider does not tell it, each payment method counts as a card of its own, so that an outage neither
 * ends bookings nor lifts a limit. Refuses an unusable card as `card_refused`.
 */
export async function findFingerprint(context: Context, paymentMethodId: string): Promise<string> {
  try {
    const method = await context.stripe.paymentMethods.retrieve(paymentMethodId)
    return method.card?.fingerprint ?? paymentMethodId
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError)
      return refuse('card_refused', {
        sentence: 'This card could not be used. Please enter it again.',
        field: 'paymentMethodId',
      })
    if (answerOfFailure(context, error).kind !== 'unknown') throw error
    context.log.warn({ err: error }, 'the fingerprint of a card is unknown, so the card counts as a new one')
    return paymentMethodId
  }
}
