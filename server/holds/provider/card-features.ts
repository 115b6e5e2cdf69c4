import { Stripe } from 'stripe'
import type { Context } from '../../context.ts'

/**
 * Asks for a longer hold, whose amount can be raised, and of which more can be captured: for extra lines
 * on the day. Card, network and merchant category decide, and a hold without the features is an ordinary one.
 * https://docs.stripe.com/payments/extended-authorization, …/incremental-authorization, …/overcapture
 */
export const askForFeatures = {
  payment_method_options: {
    card: {
      request_extended_authorization: 'if_available',
      request_incremental_authorization: 'if_available',
      request_overcapture: 'if_available',
    },
  },
} satisfies Partial<Stripe.PaymentIntentCreateParams>

/** A plan that changes at the provider is noticed within a day. */
const refusedForMs = 24 * 3_600_000

/** By card client, the time until which this process does not ask: the account may not. */
const refusedUntil = new WeakMap<Stripe, number>()

/** Whether this account may ask for features, as far as this process knows. */
export function mayAskForFeatures({ stripe, clock }: Context): boolean {
  return (refusedUntil.get(stripe) ?? 0) <= clock.now()
}

/** Stops this process from asking for a day: not every hold shall cost a second request. */
export function rememberRefusal({ stripe, clock, log }: Context, refusal: Stripe.errors.StripeError): void {
  refusedUntil.set(stripe, clock.now() + refusedForMs)
  log.warn({ err: refusal }, 'the card provider grants this account no longer holds: they are not requested')
}

/**
 * Whether the provider refused the request for features, and so placed nothing. `if_available` is soft for a
 * card and hard for an account: on standard pricing the whole payment is refused, with this code and no
 * parameter (https://github.com/activemerchant/active_merchant/pull/5417).
 */
export function isFeatureRefusal(error: unknown): error is Stripe.errors.StripeInvalidRequestError {
  if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) return false
  if (error.param?.startsWith('payment_method_options')) return true
  return error.code === 'payment_intent_invalid_parameter' && (error.param ?? null) === null
}
