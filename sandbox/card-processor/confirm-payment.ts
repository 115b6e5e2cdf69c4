import { authorizePayment } from './authorize-payment.ts'
import { stripSandbox } from './call.ts'
import type { Call } from './call.ts'
import { cardOptions, requireEligible } from './card-features.ts'
import { invalidRequest } from './processor-error.ts'
import type { ProcessorError } from './processor-error.ts'
import { makePaymentMethod } from './make-payment-method.ts'
import { requireUnspent, resolvePaymentMethod } from './payment-methods.ts'
import type { PaymentIntentRecord, PaymentMethodRecord } from './records.ts'

export function unexpectedState(intent: PaymentIntentRecord, message: string): ProcessorError {
  return invalidRequest(message, {
    code: 'payment_intent_unexpected_state',
    payment_intent: stripSandbox(intent),
  })
}

/** Confirms a payment with its own card or the one in the request. */
export function confirmIntent(call: Call, before: PaymentIntentRecord): PaymentIntentRecord {
  const { parameters } = call
  if (before.status === 'succeeded' || before.status === 'requires_capture') {
    throw unexpectedState(
      before,
      'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.',
    )
  }
  if (before.status === 'canceled') {
    throw unexpectedState(
      before,
      'You cannot confirm this PaymentIntent because it has a status of canceled. Only a PaymentIntent with one of ' +
        'the following statuses may be confirmed: requires_confirmation, requires_action.',
    )
  }
  if (call.publishable && before.confirmation_method === 'manual') {
    throw invalidRequest(
      `This PaymentIntent (${before.id}) cannot be confirmed using your publishable key because its ` +
        '`confirmation_method` is set to `manual`. Please use your secret key instead, or create a PaymentIntent with ' +
        '`confirmation_method` set to `automatic`.',
      { code: 'payment_intent_invalid_parameter' },
    )
  }
  const method = methodFor(call, before)
  requireReturnUrl(call, before)
  requireSameCustomer(before, method)
  requireUnspent(method)
  // A second request while the bank's page is open continues the same challenge.
  if (before.status === 'requires_action' && before.payment_method === method.id) return before
  const offSession = parameters.text('off_session')
  const confirmed: PaymentIntentRecord = {
    ...before,
    payment_method: method.id,
    receipt_email: parameters.text('receipt_email') ?? before.receipt_email,
    capture_method:
      parameters.oneOf('capture_method', ['automatic', 'automatic_async', 'manual']) ?? before.capture_method,
    setup_future_usage:
      parameters.oneOf('setup_future_usage', ['on_session', 'off_session']) ?? before.setup_future_usage,
    payment_method_options: { card: cardOptions(parameters, before.payment_method_options.card) },
    sandbox: {
      offSession: offSession !== undefined && offSession !== 'false' && !call.publishable,
      authenticated: before.sandbox.authenticated && before.payment_method === method.id,
    },
  }
  requireEligible(call.records, confirmed)
  return authorizePayment(call, confirmed, method, {
    errorOnRequiresAction: parameters.boolean('error_on_requires_action') ?? false,
    returnUrl: parameters.text('return_url'),
  })
}

function methodFor(call: Call, intent: PaymentIntentRecord): PaymentMethodRecord {
  const data = call.parameters.nested('payment_method_data')
  if (data) return makePaymentMethod(call, data, 'payment_method_data[card]')
  // Creation has already turned a test id into the new payment method of the intent.
  const id = intent.payment_method
  const given = call.ids.length === 0 ? undefined : call.parameters.text('payment_method')
  const chosen = given ?? id
  if (chosen !== null) return resolvePaymentMethod(call, chosen)
  throw unexpectedState(
    intent,
    "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the " +
      'PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment ' +
      'method or ConfirmationToken.',
  )
}

function requireReturnUrl(call: Call, intent: PaymentIntentRecord): void {
  const mayRedirect = intent.automatic_payment_methods?.allow_redirects === 'always'
  if (!mayRedirect || call.publishable || call.parameters.has('return_url')) return
  if (call.parameters.has('off_session') || call.parameters.boolean('error_on_requires_action')) return
  throw invalidRequest(
    'This PaymentIntent is configured to accept payment methods enabled in your Dashboard. Because some of these ' +
      "payment methods might redirect your customer off of your page, you must provide a `return_url`. If you don't " +
      'want to accept redirect-based payment methods, set `automatic_payment_methods[enabled]` to `true` and ' +
      '`automatic_payment_methods[allow_redirects]` to `never` when creating Setup Intents and Payment Intents.',
    { param: 'return_url' },
  )
}

function requireSameCustomer(intent: PaymentIntentRecord, method: PaymentMethodRecord): void {
  if (method.customer === null || method.customer === intent.customer) return
  throw intent.customer === null
    ? invalidRequest(
        `The PaymentMethod supplied (${method.id}) belongs to the Customer ${method.customer}. Please include the ` +
          'Customer in the `customer` parameter on the PaymentIntent.',
        { param: 'payment_method' },
      )
    : invalidRequest(
        `The customer does not have a payment method with the ID ${method.id}. The payment method must be attached ` +
          'to the customer.',
        { code: 'resource_missing', param: 'payment_method' },
      )
}
