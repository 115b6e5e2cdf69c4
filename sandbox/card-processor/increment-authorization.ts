import { requireSecretKey, stripSandbox } from './call.ts'
import type { Call } from './call.ts'
import { overcaptureOf } from './charges.ts'
import { unexpectedState } from './confirm-payment.ts'
import { cardError, declineOfIncrement } from './declines.ts'
import { emitEvent } from './events.ts'
import { NETWORK_RULES } from './network-rules.ts'
import { requireIntent } from './payment-intents.ts'
import { invalidRequest } from './processor-error.ts'
import type { ChargeRecord, PaymentIntentRecord, PaymentMethodRecord } from './records.ts'

export const INCREMENT_PARAMETERS = ['amount', 'description', 'metadata', 'statement_descriptor'] as const

/**
 * Attempts of one payment, declined ones included
 * (https://docs.stripe.com/api/payment_intents/increment_authorization).
 */
const MOST_ATTEMPTS = 10
/** One increment adds at most $500 or 500 % of the held amount, the higher of the two. */
const MOST_ADDED_CENTS = 50_000
const MOST_ADDED_TIMES = 5

/**
 * Raises the amount of a hold to a new total. A decline leaves the hold and the payment as they were, and
 * counts as an attempt. The end of the hold stays
 * (https://docs.stripe.com/payments/incremental-authorization).
 */
export function incrementAuthorization(call: Call): PaymentIntentRecord {
  requireSecretKey(call)
  const intent = requireIntent(call)
  const { charge, method } = requireRaisable(call, intent)
  const amount = requireHigher(call, intent)
  const attempts = (intent.sandbox.increments ?? 0) + 1
  if (attempts > MOST_ATTEMPTS) {
    throw invalidRequest(
      `This PaymentIntent has reached the maximum of ${MOST_ATTEMPTS} incremental authorization attempts.`,
    )
  }
  const counted: PaymentIntentRecord = { ...intent, sandbox: { ...intent.sandbox, increments: attempts } }
  const refusal = declineOfIncrement(method.sandbox.behaviour)
  if (refusal) {
    call.records.put('payment_intent', intent.id, counted)
    throw cardError(refusal, {
      charge: charge.id,
      payment_intent: stripSandbox(counted),
      payment_method: stripSandbox(method),
    })
  }
  const { card } = charge.payment_method_details
  const percent =
    NETWORK_RULES[card.brand].overcapturePercent[intent.sandbox.offSession ? 'offSession' : 'onSession']
  call.records.put('charge', charge.id, {
    ...charge,
    amount,
    payment_method_details: {
      type: 'card',
      card: {
        ...card,
        amount_authorized: amount,
        overcapture: overcaptureOf(amount, card.overcapture.status === 'available' ? percent : null),
      },
    },
  })
  const raised: PaymentIntentRecord = {
    ...counted,
    amount,
    amount_capturable: amount,
    description: call.parameters.change('description') ?? intent.description,
    metadata: call.parameters.metadata(intent.metadata),
    statement_descriptor: call.parameters.change('statement_descriptor') ?? intent.statement_descriptor,
  }
  call.records.put('payment_intent', intent.id, raised)
  emitEvent(call, 'payment_intent.amount_capturable_updated', raised)
  return raised
}

function requireRaisable(
  call: Call,
  intent: PaymentIntentRecord,
): { charge: ChargeRecord; method: PaymentMethodRecord } {
  if (intent.status !== 'requires_capture') {
    throw unexpectedState(
      intent,
      `This PaymentIntent could not be incremented because it has a status of ${intent.status}. Only a PaymentIntent ` +
        'with one of the following statuses may be incremented: requires_capture.',
    )
  }
  const charge = call.records.get('charge', intent.latest_charge ?? '')
  const method = call.records.get('payment_method', intent.payment_method ?? '')
  const isRequested = intent.payment_method_options.card.request_incremental_authorization === 'if_available'
  if (!isRequested) {
    throw invalidRequest(
      'This PaymentIntent is not eligible for incremental authorization because you did not request support using ' +
        '`request_incremental_authorization` when you created or confirmed it.',
    )
  }
  if (
    !charge ||
    !method ||
    charge.payment_method_details.card.incremental_authorization.status !== 'available'
  )
    throw invalidRequest('This PaymentIntent is not eligible for incremental authorization.')
  return { charge, method }
}

function requireHigher(call: Call, intent: PaymentIntentRecord): number {
  call.parameters.requireText('amount')
  const amount = call.parameters.integer('amount') ?? 0
  if (amount <= intent.amount) {
    throw invalidRequest(
      `The amount (${amount}) must be greater than the currently authorized amount (${intent.amount}).`,
      { param: 'amount' },
    )
  }
  const most = intent.amount + Math.max(MOST_ADDED_CENTS, MOST_ADDED_TIMES * intent.amount)
  if (amount > most) {
    throw invalidRequest(`The authorization can be incremented to ${most} at most.`, {
      code: 'amount_too_large',
      param: 'amount',
    })
  }
  return amount
}
