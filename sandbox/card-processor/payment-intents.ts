import { newId, randomText, requireSecretKey, stripSandbox } from './call.ts'
import type { Call } from './call.ts'
import { cardOptions } from './card-features.ts'
import { confirmIntent } from './confirm-payment.ts'
import { requireCustomer } from './customers.ts'
import { emitEvent } from './events.ts'
import { listPage } from './listing.ts'
import { invalidRequest, missingResource, ProcessorError } from './processor-error.ts'
import { resolvePaymentMethod } from './payment-methods.ts'
import type { PaymentIntentRecord } from './records.ts'

const SHARED_PARAMETERS = [
  'allowed_payment_method_types',
  'amount',
  'currency',
  'customer',
  'description',
  'metadata',
  'payment_method',
  'payment_method_options',
  'payment_method_types',
  'receipt_email',
  'setup_future_usage',
  'statement_descriptor',
  'statement_descriptor_suffix',
  'transfer_group',
  'capture_method',
] as const

export const CONFIRM_PARAMETERS = [
  'allowed_payment_method_types',
  'payment_method',
  'payment_method_data',
  'payment_method_options',
  'payment_method_types',
  'off_session',
  'setup_future_usage',
  'error_on_requires_action',
  'return_url',
  'receipt_email',
  'capture_method',
  'use_stripe_sdk',
  'client_secret',
  'mandate_data',
  'expected_payment_method_type',
] as const

export const CREATE_PARAMETERS = [
  ...new Set([
    ...SHARED_PARAMETERS,
    ...CONFIRM_PARAMETERS,
    'confirm',
    'confirmation_method',
    'automatic_payment_methods',
  ]),
]
export const UPDATE_PARAMETERS = SHARED_PARAMETERS

export function createPaymentIntent(call: Call): PaymentIntentRecord {
  requireSecretKey(call)
  const { parameters } = call
  const id = newId('pi').replace('pi_', 'pi_3')
  const automatic = parameters.nested('automatic_payment_methods')
  const confirm = parameters.boolean('confirm') ?? false
  if (!confirm && parameters.has('off_session')) {
    throw invalidRequest('The parameter `off_session` can only be used when `confirm=true`.', {
      param: 'off_session',
    })
  }
  // The newer name, since the API of autumn 2026, and the older one.
  const allowed = parameters.texts('allowed_payment_method_types')
  const types = allowed ?? parameters.texts('payment_method_types')
  if (!parameters.has('amount')) {
    throw invalidRequest('Missing required param: amount.', { code: 'parameter_missing', param: 'amount' })
  }
  parameters.requireText('currency')
  const intent = withShared(call, {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: allowed ?? null,
    amount: 0,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: types
      ? null
      : {
          enabled: true,
          allow_redirects: automatic?.oneOf('allow_redirects', ['always', 'never']) ?? 'always',
        },
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: `${id}_secret_${randomText(25)}`,
    confirmation_method: parameters.oneOf('confirmation_method', ['automatic', 'manual']) ?? 'automatic',
    created: call.now,
    currency: 'usd',
    customer: null,
    customer_account: null,
    description: null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: {},
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { installments: null, mandate_options: null, network: null, request_three_d_secure: 'automatic' },
    },
    payment_method_types: types ?? ['card'],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
    sandbox: { offSession: false, authenticated: false },
  })
  call.records.put('payment_intent', id, intent)
  emitEvent(call, 'payment_intent.created', intent)
  return confirm ? confirmIntent(call, intent) : intent
}

/** Finds the payment in the path; a browser must authorize itself with `client_secret`. */
export function requireIntent(call: Call): PaymentIntentRecord {
  const id = call.ids[0] ?? ''
  const intent = call.records.get('payment_intent', id)
  if (!intent) throw missingResource('payment_intent', id, 'intent')
  const secret = call.parameters.text('client_secret')
  if ((call.publishable || secret !== undefined) && secret !== intent.client_secret) {
    if (secret === undefined) call.parameters.requireText('client_secret')
    throw new ProcessorError(
      400,
      'invalid_request_error',
      'The client_secret provided does not match any associated PaymentIntent on this account. Ensure the publishable ' +
        'key used belongs to the same account that created the PaymentIntent.',
      { code: 'payment_intent_invalid_parameter', param: 'client_secret' },
    )
  }
  return intent
}

export function retrievePaymentIntent(call: Call): PaymentIntentRecord {
  return requireIntent(call)
}

export function confirmPaymentIntent(call: Call): PaymentIntentRecord {
  return confirmIntent(call, requireIntent(call))
}

export function updatePaymentIntent(call: Call): PaymentIntentRecord {
  requireSecretKey(call)
  const before = requireIntent(call)
  const always = ['metadata', 'description', 'receipt_email', 'transfer_group', 'statement_descriptor_suffix']
  const open = ['requires_payment_method', 'requires_confirmation', 'requires_action'].includes(before.status)
  const frozen = Object.keys(call.parameters.form).find((name) => !always.includes(name) && name !== 'expand')
  if (!open && frozen !== undefined) {
    throw invalidRequest(
      `This PaymentIntent's ${frozen} could not be updated because it has a status of ${before.status}. You may only ` +
        `update the ${frozen} of a PaymentIntent with one of the following statuses: requires_payment_method, ` +
        'requires_confirmation, requires_action.',
      { code: 'payment_intent_unexpected_state', param: frozen, payment_intent: stripSandbox(before) },
    )
  }
  const after = withShared(call, before)
  call.records.put('payment_intent', after.id, after)
  return after
}

export function listPaymentIntents(call: Call): object {
  requireSecretKey(call)
  const customer = call.parameters.text('customer')
  return listPage(call, {
    kind: 'payment_intent',
    url: '/v1/payment_intents',
    from: customer === undefined ? ['all', 'all'] : ['customer', customer],
  })
}

/** Applies the parameters that creation and update share. */
function withShared(call: Call, before: PaymentIntentRecord): PaymentIntentRecord {
  const { parameters } = call
  const after: PaymentIntentRecord = { ...before, metadata: parameters.metadata(before.metadata) }
  const currency = parameters.text('currency')?.toLowerCase()
  if (currency !== undefined && !/^[a-z]{3}$/.test(currency)) {
    throw invalidRequest(`Invalid currency: ${currency}`, { param: 'currency' })
  }
  after.currency = currency ?? before.currency
  after.amount = checkedAmount(parameters.integer('amount') ?? before.amount, after.currency)
  const customer = parameters.change('customer')
  if (customer !== undefined) after.customer = customer && requireCustomer(call, customer).id
  for (const field of [
    'description',
    'receipt_email',
    'statement_descriptor',
    'statement_descriptor_suffix',
    'transfer_group',
  ] as const) {
    const value = parameters.change(field)
    if (value !== undefined) after[field] = value
  }
  after.capture_method =
    parameters.oneOf('capture_method', ['automatic', 'automatic_async', 'manual']) ?? before.capture_method
  if (parameters.form['setup_future_usage'] === '') after.setup_future_usage = null
  after.setup_future_usage =
    parameters.oneOf('setup_future_usage', ['on_session', 'off_session']) ?? after.setup_future_usage
  after.payment_method_options = { card: cardOptions(parameters, before.payment_method_options.card) }
  const method = parameters.text('payment_method')
  if (method !== undefined) {
    after.payment_method = resolvePaymentMethod(call, method).id
    after.status = 'requires_confirmation'
    after.next_action = null
  }
  return after
}

function checkedAmount(amount: number, currency: string): number {
  if (amount < 1)
    throw invalidRequest('This value must be greater than or equal to 1.', {
      code: 'parameter_invalid_integer',
      param: 'amount',
    })
  if (currency === 'usd' && amount < 50) {
    throw invalidRequest('Amount must be at least $0.50 usd', { code: 'amount_too_small', param: 'amount' })
  }
  if (amount > 99_999_999) {
    throw invalidRequest('Amount must be no more than $999,999.99', {
      code: 'amount_too_large',
      param: 'amount',
    })
  }
  return amount
}
