import { Stripe } from 'stripe'
import { declineSentences } from '../../../contract/payments/decline-words.ts'

/** Brand, last four digits and wallet as the provider reports them; the wallet is null for a typed card. */
export type CardShown = { brand: string; lastFour: string; wallet: string | null }

/**
 * The features of a live hold as its charge names them. They depend on the card, its network, the merchant
 * category and the pricing plan, so they are read and never assumed
 * (https://docs.stripe.com/payments/flexible-payments).
 */
export type HoldFeatures = {
  isExtended: boolean
  canIncrement: boolean
  /** The most that may be captured; null where it is the held amount. */
  mostCapturableCents: number | null
}

/** A refund of a part that the provider has made, by the id of our row. */
export type PartRefund = { id: string; providerRefundId: string; amountCents: number }

/**
 * The state of a hold according to the card provider. `live`: the amount is held. `requires_action`: the
 * customer must confirm the card; `isAuthenticated` once that is done, and the server must confirm the
 * payment. `declined`: refused, with the provider's sentence. `captured`: charged, with the refunds since.
 * `released`: ended; `lapsed` when it expired. `absent`: the provider has no such hold. `unknown`: no
 * response (`answered` is false), or one that does not tell the state. `isKeySpent`: no request under that
 * idempotency key, even one still in flight, has any effect from now on. `refused`: the provider rejects the
 * command for a reason that a retry does not change.
 */
export type HoldAnswer =
  | {
      kind: 'live'
      intentId: string
      captureBefore: Date | null
      heldCents: number
      features: HoldFeatures
      paymentMethodId: string | null
      card: CardShown | null
    }
  | { kind: 'requires_action'; intentId: string; clientSecret: string; isAuthenticated: boolean }
  | {
      kind: 'declined'
      intentId: string | null
      sentence: string
      wantsPerson: boolean
      /** The bank accepts no other charge on this card. */
      isFinal: boolean
    }
  | {
      kind: 'captured'
      intentId: string
      amountCents: number
      refundedCents: number
      partRefunds: PartRefund[]
      paymentMethodId: string | null
      card: CardShown | null
    }
  | { kind: 'released'; intentId: string; lapsed: boolean }
  | { kind: 'absent' }
  | { kind: 'unknown'; answered: boolean; isKeySpent?: boolean; refused?: string }

const authenticationFailed = 'payment_intent_authentication_failure'
const authenticationRequired = 'authentication_required'

/** A decline that the cardholder can settle with one call: https://docs.stripe.com/declines/codes */
const callBankCodes = new Set(['call_issuer', 'do_not_honor'])

/** The sentence of a declined card for its customer. */
export function declineSentence({ code, decline_code: reason }: DeclineReason): string {
  if (code === authenticationFailed) return declineSentences.notConfirmed
  if (code === 'expired_card' || reason === 'expired_card') return declineSentences.expired
  return reason && callBankCodes.has(reason) ? declineSentences.callBank : declineSentences.declined
}

type DeclineReason = {
  code?: string | null | undefined
  decline_code?: string | null | undefined
  advice_code?: string | null | undefined
}

/** Declines that every other try repeats, and that networks fine: https://docs.stripe.com/declines/codes */
const finalReasons = new Set([
  'do_not_try_again',
  'fraudulent',
  'invalid_account',
  'lost_card',
  'merchant_blacklist',
  'pickup_card',
  'restricted_card',
  'revocation_of_all_authorizations',
  'revocation_of_authorization',
  'security_violation',
  'stolen_card',
  'stop_payment_order',
])

/** Whether the bank accepts no other charge on the card. */
export function isFinalDecline({ decline_code: reason, advice_code: advice }: DeclineReason): boolean {
  return advice === 'do_not_try_again' || finalReasons.has(reason ?? '')
}

function chargeOf(intent: Stripe.PaymentIntent): Stripe.Charge | null {
  return typeof intent.latest_charge === 'object' ? intent.latest_charge : null
}

/** The deadline for the capture according to the provider; null when it gives none. */
function captureBeforeOf(intent: Stripe.PaymentIntent): Date | null {
  const seconds = chargeOf(intent)?.payment_method_details?.card?.capture_before
  return typeof seconds === 'number' ? new Date(seconds * 1000) : null
}

/** A status that is missing or unknown grants nothing. */
function featuresOf(intent: Stripe.PaymentIntent): HoldFeatures {
  const card = chargeOf(intent)?.payment_method_details?.card
  const { status, maximum_amount_capturable: mostCents = 0 } = card?.overcapture ?? {}
  return {
    isExtended: card?.extended_authorization?.status === 'enabled',
    canIncrement: card?.incremental_authorization?.status === 'available',
    mostCapturableCents: status === 'available' && mostCents > intent.amount_capturable ? mostCents : null,
  }
}

/** The payment method of the payment; once saved, it is the reusable one. */
function methodOf(intent: Stripe.PaymentIntent): { paymentMethodId: string | null; card: CardShown | null } {
  const method = intent.payment_method
  const card = chargeOf(intent)?.payment_method_details?.card
  return {
    paymentMethodId: typeof method === 'string' ? method : (method?.id ?? null),
    card:
      card?.brand && card.last4
        ? { brand: card.brand, lastFour: card.last4, wallet: card.wallet?.type ?? null }
        : null,
  }
}

/** Reads a payment intent (with `latest_charge.refunds` expanded) as the state of a hold. */
export function answerOfIntent(intent: Stripe.PaymentIntent): HoldAnswer {
  const intentId = intent.id
  switch (intent.status) {
    case 'requires_capture':
      return {
        kind: 'live',
        intentId,
        captureBefore: captureBeforeOf(intent),
        heldCents: intent.amount_capturable,
        features: featuresOf(intent),
        ...methodOf(intent),
      }
    case 'requires_action':
    case 'requires_confirmation':
      return {
        kind: 'requires_action',
        intentId,
        clientSecret: intent.client_secret ?? '',
        isAuthenticated: intent.status === 'requires_confirmation',
      }
    case 'succeeded':
      return {
        kind: 'captured',
        intentId,
        amountCents: intent.amount_received,
        refundedCents: refundedCentsOf(intent),
        partRefunds: partRefundsOf(intent),
        ...methodOf(intent),
      }
    case 'canceled':
      return { kind: 'released', intentId, lapsed: intent.cancellation_reason === 'automatic' }
    case 'requires_payment_method': {
      const error = intent.last_payment_error
      return {
        kind: 'declined',
        intentId,
        sentence: declineSentence(error ?? {}),
        wantsPerson: error?.code === authenticationRequired,
        isFinal: isFinalDecline(error ?? {}),
      }
    }
    case 'processing':
    default:
      return { kind: 'unknown', answered: true }
  }
}

/**
 * Whether a response to a hold request is plausible: it names that hold and amount, and has a state that the
 * request can lead to, with the fields of that state. Any other response, such as a mixed-up one, is ignored,
 * and the caller reads the state from the provider.
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
    // A declined card is reported as an error, and a new hold cannot be canceled yet.
    case 'requires_payment_method':
    case 'requires_confirmation':
    case 'canceled':
    default:
      return false
  }
}

/**
 * The refunded part of the captured amount. The provider also reports the part of a hold that was never
 * captured as refunded.
 */
export function refundedCentsOf(intent: Stripe.PaymentIntent): number {
  const charge = chargeOf(intent)
  return charge ? charge.amount_refunded - (charge.amount - charge.amount_captured) : 0
}

/** The refunds that name a row of ours. A failed one is not within the refunded amount. */
function partRefundsOf(intent: Stripe.PaymentIntent): PartRefund[] {
  return (chargeOf(intent)?.refunds?.data ?? []).flatMap(({ id, amount, status, metadata }) => {
    const rowId = metadata?.['refund_id']
    const isMade = status !== 'failed' && status !== 'canceled'
    return rowId !== undefined && isMade ? [{ id: rowId, providerRefundId: id, amountCents: amount }] : []
  })
}

/**
 * Reads a failed call as the state of a hold. A declined or unusable card is `declined`. An error that leaves
 * open whether the provider acted (no response, a failure of the provider, an idempotency key in use) is
 * `unknown`.
 */
export function answerOfError(error: unknown): HoldAnswer {
  if (error instanceof Stripe.errors.StripeCardError) {
    return {
      kind: 'declined',
      intentId: error.payment_intent?.id ?? null,
      sentence: declineSentence(error),
      wantsPerson: error.code === authenticationRequired,
      isFinal: isFinalDecline(error),
    }
  }
  if (error instanceof Stripe.errors.StripeInvalidRequestError && error.param === 'payment_method') {
    return {
      kind: 'declined',
      intentId: null,
      sentence: declineSentences.unusable,
      wantsPerson: true,
      isFinal: false,
    }
  }
  // Rate limited: nothing was done, and nothing is stored under the idempotency key.
  if (error instanceof Stripe.errors.StripeRateLimitError) return { kind: 'unknown', answered: true }
  if (error instanceof Stripe.errors.StripeIdempotencyError && error.statusCode === 400)
    return { kind: 'unknown', answered: true, isKeySpent: true }
  if (error instanceof Stripe.errors.StripeAPIError)
    return { kind: 'unknown', answered: true, isKeySpent: isReplayed(error) }
  if (
    error instanceof Stripe.errors.StripeConnectionError ||
    // A rejected secret key is a configuration error of this installation; `isKeyRefused` reports it.
    isKeyRefused(error) ||
    (error instanceof Stripe.errors.StripeError && error.statusCode === 409)
  ) {
    return { kind: 'unknown', answered: false }
  }
  throw error
}

/**
 * Whether the provider repeats this failure for its idempotency key from now on: it marks a replayed
 * response, and advises against a retry when it would replay the failure
 * (https://docs.stripe.com/api/idempotent_requests).
 */
function isReplayed({ headers = {} }: Stripe.errors.StripeError): boolean {
  return headers['idempotent-replayed'] === 'true' || headers['stripe-should-retry'] === 'false'
}

/** Whether the provider rejects this installation's secret key. */
export function isKeyRefused(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeAuthenticationError ||
    error instanceof Stripe.errors.StripePermissionError
  )
}

/** Whether the provider has no object with the id in this parameter. */
export function isUnknownToProvider(error: unknown, parameter: string): boolean {
  return (
    error instanceof Stripe.errors.StripeInvalidRequestError &&
    error.code === 'resource_missing' &&
    error.param === parameter
  )
}
