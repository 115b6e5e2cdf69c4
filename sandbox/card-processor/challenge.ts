import { authorizePayment } from './authorize-payment.ts'
import { stripSandbox } from './call.ts'
import type { Call } from './call.ts'
import { emitEvent } from './events.ts'
import { invalidRequest, missingResource, ProcessorError } from './processor-error.ts'
import type { PaymentIntentRecord, PaymentMethodRecord, SetupIntentRecord } from './records.ts'
import { completeSetup } from './setup-intents.ts'

export type ChallengeOutcome = 'complete' | 'fail'

/**
 * Applies the cardholder's answer on the bank's 3-D Secure page; the intent continues from requires_action.
 */
export function answerChallenge(call: Call, id: string, outcome: ChallengeOutcome): object {
  const payment = call.records.get('payment_intent', id)
  const setup = call.records.get('setup_intent', id)
  const intent = payment ?? setup
  if (!intent) throw missingResource('payment_intent', id, 'intent')
  const method =
    intent.payment_method === null ? undefined : call.records.get('payment_method', intent.payment_method)
  if (intent.status !== 'requires_action' || !method) {
    throw invalidRequest(`This intent has a status of ${intent.status}; there is no challenge to answer.`)
  }
  try {
    return payment
      ? answerForPayment(call, payment, method, outcome)
      : answerForSetup(call, intent as SetupIntentRecord, method, outcome)
  } catch (error) {
    // The bank may decline after a successful authentication: the intent carries the decline, and the answer
    // itself was accepted.
    const after = call.records.get('payment_intent', id) ?? call.records.get('setup_intent', id)
    if (error instanceof ProcessorError && error.type === 'card_error' && after) return after
    throw error
  }
}

function answerForPayment(
  call: Call,
  intent: PaymentIntentRecord,
  method: PaymentMethodRecord,
  outcome: ChallengeOutcome,
): PaymentIntentRecord {
  if (outcome === 'fail') {
    const failed: PaymentIntentRecord = {
      ...intent,
      status: 'requires_payment_method',
      payment_method: null,
      next_action: null,
      last_payment_error: authenticationFailure(
        'payment_intent_authentication_failure',
        method,
        'PaymentIntent',
      ),
    }
    call.records.put('payment_intent', intent.id, failed)
    emitEvent(call, 'payment_intent.payment_failed', failed)
    return failed
  }
  const authenticated = { ...intent, next_action: null, sandbox: { ...intent.sandbox, authenticated: true } }
  if (intent.confirmation_method === 'automatic') {
    return authorizePayment(call, authenticated, method, {
      errorOnRequiresAction: false,
      returnUrl: undefined,
    })
  }
  const waiting: PaymentIntentRecord = { ...authenticated, status: 'requires_confirmation' }
  call.records.put('payment_intent', intent.id, waiting)
  return waiting
}

function answerForSetup(
  call: Call,
  intent: SetupIntentRecord,
  method: PaymentMethodRecord,
  outcome: ChallengeOutcome,
): SetupIntentRecord {
  if (outcome === 'complete') {
    return completeSetup(call, { ...intent, sandbox: { authenticated: true } }, method)
  }
  const failed: SetupIntentRecord = {
    ...intent,
    status: 'requires_payment_method',
    payment_method: null,
    next_action: null,
    last_setup_error: authenticationFailure('setup_intent_authentication_failure', method, 'SetupIntent'),
  }
  call.records.put('setup_intent', intent.id, failed)
  emitEvent(call, 'setup_intent.setup_failed', failed)
  return failed
}

function authenticationFailure(code: string, method: PaymentMethodRecord, intentName: string): object {
  return invalidRequest(
    'The provided PaymentMethod has failed authentication. You can provide payment_method_data or a new PaymentMethod ' +
      `to attempt to fulfill this ${intentName} again.`,
    { code },
  ).asLastError(stripSandbox(method))
}
