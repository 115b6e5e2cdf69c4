import { Stripe } from 'stripe'

/** The card as the provider shows it. */
export type CardShown = { brand: string; lastFour: string }

/**
 * What the card provider says of a hold. `live`: the amount is held. `requires_action`: the person must confirm the card.
 * `declined`: refused, in the provider's words. `captured`: charged, with what went back since. `released`: it is over,
 * `lapsed` when nobody asked for that. `absent`: the provider knows no such hold. `unknown`: no answer, or one that says
 * nothing; `answered` tells which. `isKeySpent`: whatever is sent under that key from now on, or is still on its way, does nothing
 * any more. `refused`: it will not do what was asked, for a reason that asking again does not change.
 */
export type HoldAnswer =
  | {
      kind: 'live'
      intentId: string
      captureBefore: Date | null
      paymentMethodId: string | null
      card: CardShown | null
    }
  | { kind: 'requires_action'; intentId: string; clientSecret: string }
  | { kind: 'declined'; intentId: string | null; sentence: string; wantsPerson: boolean }
  | {
      kind: 'captured'
      intentId: string
      amountCents: number
      refundedCents: number
      paymentMethodId: string | null
      card: CardShown | null
    }
  | { kind: 'released'; intentId: string; lapsed: boolean }
  | { kind: 'absent' }
  | { kind: 'unknown'; answered: boolean; isKeySpent?: boolean; refused?: string }

const authenticationFailed = 'payment_intent_authentication_failure'
const authenticationRequired = 'authentication_required'
const authenticationSentence =
  'We are unable to authenticate your payment method. Please choose a different payment method and try again.'
const declinedSentence = 'Your card was declined.'

function chargeOf(intent: Stripe.PaymentIntent): Stripe.Charge | null {
  return typeof intent.latest_charge === 'object' ? intent.latest_charge : null
}

/** The provider's own word until when the hold can be captured; null when it does not say. */
function captureBeforeOf(intent: Stripe.PaymentIntent): Date | null {
  const seconds = chargeOf(intent)?.payment_method_details?.card?.capture_before
  return typeof seconds === 'number' ? new Date(seconds * 1000) : null
}

/** The payment method with which it was paid; once saved, the one that can be used again. */
function paidWith(intent: Stripe.PaymentIntent): { paymentMethodId: string | null; card: CardShown | null } {
  const method = intent.payment_method
  const card = chargeOf(intent)?.payment_method_details?.card
  return {
    paymentMethodId: typeof method === 'string' ? method : (method?.id ?? null),
    card: card?.brand && card.last4 ? { brand: card.brand, lastFour: card.last4 } : null,
  }
}

/** Reads a payment intent (with `latest_charge` expanded) as the state of a hold. */
export function answerOfIntent(intent: Stripe.PaymentIntent): HoldAnswer {
  const intentId = intent.id
  switch (intent.status) {
    case 'requires_capture':
      return { kind: 'live', intentId, captureBefore: captureBeforeOf(intent), ...paidWith(intent) }
    case 'requires_action':
    case 'requires_confirmation':
      return { kind: 'requires_action', intentId, clientSecret: intent.client_secret ?? '' }
    case 'succeeded':
      return {
        kind: 'captured',
        intentId,
        amountCents: intent.amount_received,
        refundedCents: refundedCentsOf(intent),
        ...paidWith(intent),
      }
    case 'canceled':
      return { kind: 'released', intentId, lapsed: intent.cancellation_reason === 'automatic' }
    case 'requires_payment_method': {
      const error = intent.last_payment_error
      const sentence = error?.code === authenticationFailed ? authenticationSentence : error?.message
      return {
        kind: 'declined',
        intentId,
        sentence: sentence ?? declinedSentence,
        wantsPerson: error?.code === authenticationRequired,
      }
    }
    case 'processing':
    default:
      return { kind: 'unknown', answered: true }
  }
}

/**
 * Whether an answer to the request for a hold can be one: about that hold, of its amount, and of a state to which the request leads, with
 * what belongs to that state. Anything else, as when answers are mixed up on their way, says nothing, and the provider is looked at.
 */
export function isAnswerTo(
  hold: { id: string; amount_cents: number; isCharge: boolean },
  intent: Stripe.PaymentIntent,
): boolean {
  if (intent.metadata?.['hold_id'] !== hold.id || intent.amount !== hold.amount_cents) return false
  switch (intent.status) {
    case 'requires_capture':
      return !hold.isCharge && intent.amount_capturable === hold.amount_cents
    case 'succeeded':
      return hold.isCharge && intent.amount_received === hold.amount_cents
    case 'requires_action':
      return intent.next_action !== null
    case 'processing':
      return true
    // A refused card is answered with an error, and nobody has ended what was just asked for.
    case 'requires_payment_method':
    case 'requires_confirmation':
    case 'canceled':
    default:
      return false
  }
}

/** What went back of the captured amount. The provider also shows the part of a hold that was never captured as refunded. */
export function refundedCentsOf(intent: Stripe.PaymentIntent): number {
  const charge = chargeOf(intent)
  return charge ? charge.amount_refunded - (charge.amount - charge.amount_captured) : 0
}

/**
 * Reads what a failed call says of the hold. A refused card and a card that cannot be used are `declined`; anything that
 * leaves open whether the provider acted (no answer, its own failure, a key still in use) is `unknown`.
 */
export function answerOfError(error: unknown): HoldAnswer {
  if (error instanceof Stripe.errors.StripeCardError) {
    return {
      kind: 'declined',
      intentId: error.payment_intent?.id ?? null,
      sentence: error.message,
      wantsPerson: error.code === authenticationRequired,
    }
  }
  if (error instanceof Stripe.errors.StripeInvalidRequestError && error.param === 'payment_method') {
    return {
      kind: 'declined',
      intentId: null,
      sentence: 'This card could not be used. Please enter it again.',
      wantsPerson: true,
    }
  }
  // Too many requests: nothing was done, and nothing is kept under the key.
  if (error instanceof Stripe.errors.StripeRateLimitError) return { kind: 'unknown', answered: true }
  if (error instanceof Stripe.errors.StripeIdempotencyError && error.statusCode === 400)
    return { kind: 'unknown', answered: true, isKeySpent: true }
  if (error instanceof Stripe.errors.StripeAPIError)
    return { kind: 'unknown', answered: true, isKeySpent: isKept(error) }
  if (
    error instanceof Stripe.errors.StripeConnectionError ||
    // A key that it does not take is a fault of this installation, told by `isKeyRefused`.
    isKeyRefused(error) ||
    (error instanceof Stripe.errors.StripeError && error.statusCode === 409)
  ) {
    return { kind: 'unknown', answered: false }
  }
  throw error
}

/**
 * Whether a failure is what the provider repeats for its key from now on. It says so of a repeated one, and asks not to be asked again
 * where it would repeat it (https://docs.stripe.com/api/idempotent_requests).
 */
function isKept({ headers = {} }: Stripe.errors.StripeError): boolean {
  return headers['idempotent-replayed'] === 'true' || headers['stripe-should-retry'] === 'false'
}

/** Whether the provider does not take this installation's secret key. */
export function isKeyRefused(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeAuthenticationError ||
    error instanceof Stripe.errors.StripePermissionError
  )
}

/** Whether the provider knows no such thing under the parameter's name. */
export function isUnknownToProvider(error: unknown, parameter: string): boolean {
  return (
    error instanceof Stripe.errors.StripeInvalidRequestError &&
    error.code === 'resource_missing' &&
    error.param === parameter
  )
}
