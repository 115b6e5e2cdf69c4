import { ProcessorError } from './processor-error.ts'
import type { ProcessorErrorFields } from './processor-error.ts'
import type { CardBehaviour } from './test-cards.ts'

export interface Decline {
  message: string
  fields: ProcessorErrorFields
}

function declined(decline_code: string, message = 'Your card was declined.'): Decline {
  return { message, fields: { code: 'card_declined', decline_code } }
}

/**
 * Stripe's codes and messages (https://docs.stripe.com/declines/codes, https://docs.stripe.com/error-codes).
 */
const DECLINES: Partial<Record<CardBehaviour, Decline>> = {
  decline_generic: declined('generic_decline'),
  decline_after_attaching: declined('generic_decline'),
  decline_insufficient_funds: declined('insufficient_funds', 'Your card has insufficient funds.'),
  decline_lost_card: declined('lost_card'),
  decline_stolen_card: declined('stolen_card'),
  decline_fraudulent: declined('fraudulent'),
  decline_velocity: declined(
    'card_velocity_exceeded',
    'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.',
  ),
  decline_expired_card: {
    message: 'Your card has expired.',
    fields: { code: 'expired_card', decline_code: 'expired_card', param: 'exp_month' },
  },
  decline_incorrect_cvc: {
    message: "Your card's security code is incorrect.",
    fields: { code: 'incorrect_cvc', decline_code: 'incorrect_cvc', param: 'cvc' },
  },
  decline_processing_error: {
    message: 'An error occurred while processing your card. Try again in a little bit.',
    fields: { code: 'processing_error', decline_code: 'processing_error' },
  },
}

const AFTER_AUTHENTICATION: Partial<Record<CardBehaviour, Decline | undefined>> = {
  authenticate_then_insufficient_funds: DECLINES.decline_insufficient_funds,
  authenticate_then_decline: DECLINES.decline_generic,
  authenticate_then_processing_error: DECLINES.decline_processing_error,
}

export const TEST_MODE_LIVE_CARD = declined(
  'test_mode_live_card',
  'Your card was declined. Your request was in test mode, but used a non test (live) card. ' +
    'For a list of valid test cards, visit: https://stripe.com/docs/testing.',
)

export const AUTHENTICATION_REQUIRED: Decline = {
  message: 'Your card was declined. This transaction requires authentication.',
  fields: { code: 'authentication_required', decline_code: 'authentication_required' },
}

export const AUTHENTICATION_NOT_HANDLED: Decline = {
  message:
    'This payment required an authentication action to complete, but `error_on_requires_action` was set. When ' +
    "you're ready, you can upgrade your integration to handle actions at " +
    'https://stripe.com/docs/payments/payment-intents/upgrade-to-handle-actions.',
  fields: { code: 'authentication_required', decline_code: 'authentication_not_handled' },
}

/** The bank's decline of a charge, before or after authentication; undefined when it accepts. */
export function declineOf(behaviour: CardBehaviour): Decline | undefined {
  return DECLINES[behaviour] ?? AFTER_AUTHENTICATION[behaviour]
}

/** The bank's decline of a raised hold; undefined when it accepts. */
export function declineOfIncrement(behaviour: CardBehaviour): Decline | undefined {
  return behaviour === 'decline_increment' ? declined('generic_decline') : DECLINES[behaviour]
}

/** The bank's decline of saving a card without a charge; undefined when it accepts. */
export function declineOfSaving(behaviour: CardBehaviour): Decline | undefined {
  return behaviour === 'decline_after_attaching' ? undefined : DECLINES[behaviour]
}

export interface PaymentCircumstances {
  offSession: boolean
  setUpForOffSession: boolean
  threeDSecureAsked: boolean
}

const always = (): boolean => true

/** Cards that are missing here never need authentication. */
const AUTHENTICATION_RULES: Partial<Record<CardBehaviour, (payment: PaymentCircumstances) => boolean>> = {
  authenticate_always: always,
  authenticate_then_insufficient_funds: always,
  authenticate_then_decline: always,
  authenticate_then_processing_error: always,
  authenticate_unless_set_up: (payment) => !payment.offSession || !payment.setUpForOffSession,
  authenticate_on_session_only: (payment) => !payment.offSession,
  authenticate_if_asked: (payment) => payment.threeDSecureAsked,
}

/** Whether the bank requires authentication for this payment (https://docs.stripe.com/testing). */
export function needsAuthentication(behaviour: CardBehaviour, payment: PaymentCircumstances): boolean {
  return AUTHENTICATION_RULES[behaviour]?.(payment) ?? false
}

export function cardError(decline: Decline, more: ProcessorErrorFields = {}): ProcessorError {
  return new ProcessorError(402, 'card_error', decline.message, { ...decline.fields, ...more })
}
