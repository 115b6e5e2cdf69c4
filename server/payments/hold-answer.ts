import { Stripe } from 'stripe'

/**
 * What the card provider says of a hold. `live`: the amount is held. `requires_action`: the person must confirm the card.
 * `declined`: refused, in the provider's words. `captured` and `released`: it is over. `absent`: the provider knows no such
 * hold. `unknown`: no answer, or one that says nothing; `answered` tells which.
 */
export type HoldAnswer =
  | { kind: 'live'; intentId: string; captureBefore: Date | null }
  | { kind: 'requires_action'; intentId: string; clientSecret: string }
  | { kind: 'declined'; intentId: string | null; sentence: string }
  | { kind: 'captured'; intentId: string; amountCents: number }
  | { kind: 'released'; intentId: string }
  | { kind: 'absent' }
  | { kind: 'unknown'; answered: boolean }

const authenticationFailed = 'payment_intent_authentication_failure'
const authenticationSentence =
  'We are unable to authenticate your payment method. Please choose a different payment method and try again.'
const declinedSentence = 'Your card was declined.'

/** The provider's own word until when the hold can be captured; null when it does not say. */
function captureBeforeOf(intent: Stripe.PaymentIntent): Date | null {
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null
  const seconds = charge?.payment_method_details?.card?.capture_before
  return typeof seconds === 'number' ? new Date(seconds * 1000) : null
}

/** Reads a payment intent (with `latest_charge` expanded) as the state of a hold. */
export function answerOfIntent(intent: Stripe.PaymentIntent): HoldAnswer {
  const intentId = intent.id
  switch (intent.status) {
    case 'requires_capture':
      return { kind: 'live', intentId, captureBefore: captureBeforeOf(intent) }
    case 'requires_action':
    case 'requires_confirmation':
      return { kind: 'requires_action', intentId, clientSecret: intent.client_secret ?? '' }
    case 'succeeded':
      return { kind: 'captured', intentId, amountCents: intent.amount_received }
    case 'canceled':
      return { kind: 'released', intentId }
    case 'requires_payment_method': {
      const error = intent.last_payment_error
      const sentence = error?.code === authenticationFailed ? authenticationSentence : error?.message
      return { kind: 'declined', intentId, sentence: sentence ?? declinedSentence }
    }
    case 'processing':
    default:
      return { kind: 'unknown', answered: true }
  }
}

/**
 * Reads what a failed call says of the hold. A refused card and a card that cannot be used are `declined`; anything that
 * leaves open whether the provider acted (no answer, its own failure, a key still in use) is `unknown`.
 */
export function answerOfError(error: unknown): HoldAnswer {
  if (error instanceof Stripe.errors.StripeCardError) {
    return { kind: 'declined', intentId: error.payment_intent?.id ?? null, sentence: error.message }
  }
  if (error instanceof Stripe.errors.StripeInvalidRequestError && error.param === 'payment_method') {
    return {
      kind: 'declined',
      intentId: null,
      sentence: 'This card could not be used. Please enter it again.',
    }
  }
  if (error instanceof Stripe.errors.StripeAPIError) return { kind: 'unknown', answered: true }
  if (
    error instanceof Stripe.errors.StripeConnectionError ||
    error instanceof Stripe.errors.StripeRateLimitError ||
    (error instanceof Stripe.errors.StripeError && error.statusCode === 409)
  ) {
    return { kind: 'unknown', answered: false }
  }
  throw error
}
