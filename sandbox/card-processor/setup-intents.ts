import { nextAction } from './authorize-payment.ts'
import { newId, randomText, requireSecretKey, stripSandbox } from './call.ts'
import type { Call } from './call.ts'
import { requireCustomer } from './customers.ts'
import { cardError, declineOfSaving, needsAuthentication } from './declines.ts'
import { emitEvent } from './events.ts'
import { listPage } from './listing.ts'
import { makePaymentMethod } from './make-payment-method.ts'
import { attachTo, requireUnspent, resolvePaymentMethod } from './payment-methods.ts'
import { invalidRequest, missingResource } from './processor-error.ts'
import type { PaymentMethodRecord, SetupIntentRecord } from './records.ts'

export const SETUP_CONFIRM_PARAMETERS = [
  'allowed_payment_method_types',
  'payment_method',
  'payment_method_data',
  'return_url',
  'use_stripe_sdk',
  'client_secret',
  'mandate_data',
  'expected_payment_method_type',
] as const
export const SETUP_CREATE_PARAMETERS = [
  ...SETUP_CONFIRM_PARAMETERS,
  'customer',
  'confirm',
  'usage',
  'description',
  'metadata',
  'payment_method_types',
  'automatic_payment_methods',
] as const

export function createSetupIntent(call: Call): SetupIntentRecord {
  requireSecretKey(call)
  const { parameters } = call
  const id = newId('seti').replace('seti_', 'seti_1')
  const method = parameters.text('payment_method')
  const customer = parameters.text('customer')
  const chosen = method === undefined ? null : resolvePaymentMethod(call, method).id
  const allowed = parameters.texts('allowed_payment_method_types')
  const intent: SetupIntentRecord = {
    id,
    object: 'setup_intent',
    allowed_payment_method_types: allowed ?? null,
    application: null,
    automatic_payment_methods: null,
    cancellation_reason: null,
    client_secret: `${id}_secret_${randomText(25)}`,
    created: call.now,
    customer: customer === undefined ? null : requireCustomer(call, customer).id,
    customer_account: null,
    description: parameters.text('description') ?? null,
    excluded_payment_method_types: null,
    flow_directions: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    mandate: null,
    metadata: parameters.metadata(),
    next_action: null,
    on_behalf_of: null,
    payment_method: chosen,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { mandate_options: null, network: null, request_three_d_secure: 'automatic' },
    },
    payment_method_types: allowed ?? parameters.texts('payment_method_types') ?? ['card'],
    single_use_mandate: null,
    status: chosen === null ? 'requires_payment_method' : 'requires_confirmation',
    usage: parameters.oneOf('usage', ['on_session', 'off_session']) ?? 'off_session',
    sandbox: { authenticated: false },
  }
  call.records.put('setup_intent', id, intent)
  emitEvent(call, 'setup_intent.created', intent)
  return parameters.boolean('confirm') ? confirm(call, intent) : intent
}

export function requireSetupIntent(call: Call): SetupIntentRecord {
  const id = call.ids[0] ?? ''
  const intent = call.records.get('setup_intent', id)
  if (!intent) throw missingResource('setupintent', id, 'intent')
  const secret = call.publishable
    ? call.parameters.requireText('client_secret')
    : call.parameters.text('client_secret')
  if (secret !== undefined && secret !== intent.client_secret) {
    throw invalidRequest(
      'The client_secret provided does not match the client_secret associated with the SetupIntent.',
      {
        code: 'setup_intent_invalid_parameter',
        param: 'client_secret',
      },
    )
  }
  return intent
}

export function retrieveSetupIntent(call: Call): SetupIntentRecord {
  return requireSetupIntent(call)
}

export function confirmSetupIntent(call: Call): SetupIntentRecord {
  return confirm(call, requireSetupIntent(call))
}

export function cancelSetupIntent(call: Call): SetupIntentRecord {
  requireSecretKey(call)
  const intent = requireSetupIntent(call)
  refuseSettled(intent, 'cancel')
  const reason = call.parameters.oneOf('cancellation_reason', [
    'abandoned',
    'duplicate',
    'requested_by_customer',
  ])
  const canceled: SetupIntentRecord = {
    ...intent,
    status: 'canceled',
    cancellation_reason: reason ?? null,
    next_action: null,
  }
  call.records.put('setup_intent', intent.id, canceled)
  emitEvent(call, 'setup_intent.canceled', canceled)
  return canceled
}

export function listSetupIntents(call: Call): object {
  requireSecretKey(call)
  const customer = call.parameters.text('customer')
  return listPage(call, {
    kind: 'setup_intent',
    url: '/v1/setup_intents',
    from: customer === undefined ? ['all', 'all'] : ['customer', customer],
  })
}

function confirm(call: Call, before: SetupIntentRecord): SetupIntentRecord {
  refuseSettled(before, 'confirm')
  const data = call.parameters.nested('payment_method_data')
  const given = call.ids.length === 0 ? undefined : call.parameters.text('payment_method')
  const chosen = given ?? before.payment_method
  if (!data && chosen === null) {
    throw invalidRequest(
      "You cannot confirm this SetupIntent because it's missing a payment method. Update the SetupIntent with a " +
        'payment method and then confirm it again.',
      { code: 'setup_intent_unexpected_state', setup_intent: stripSandbox(before) },
    )
  }
  const method = data
    ? makePaymentMethod(call, data, 'payment_method_data[card]')
    : resolvePaymentMethod(call, chosen ?? '')
  requireUnspent(method)
  if (method.customer !== null && method.customer !== before.customer) {
    throw invalidRequest(
      `The customer does not have a payment method with the ID ${method.id}. The payment method must be attached to ` +
        'the customer.',
      { code: 'resource_missing', param: 'payment_method' },
    )
  }
  const intent: SetupIntentRecord = { ...before, payment_method: method.id }
  const circumstances = { offSession: false, setUpForOffSession: false, threeDSecureAsked: false }
  const already = method.sandbox.behaviour === 'authenticate_on_session_only'
  if (!already && needsAuthentication(method.sandbox.behaviour, circumstances)) {
    const waiting: SetupIntentRecord = {
      ...intent,
      status: 'requires_action',
      last_setup_error: null,
      next_action: nextAction(call, intent.client_secret, call.parameters.text('return_url')),
    }
    call.records.put('setup_intent', intent.id, waiting)
    emitEvent(call, 'setup_intent.requires_action', waiting)
    return waiting
  }
  return completeSetup(call, intent, method)
}

/** Saves the card, or records and throws the bank's refusal. */
export function completeSetup(
  call: Call,
  intent: SetupIntentRecord,
  method: PaymentMethodRecord,
): SetupIntentRecord {
  const decline = declineOfSaving(method.sandbox.behaviour)
  if (decline) {
    const wireMethod = stripSandbox(method)
    const failed: SetupIntentRecord = {
      ...intent,
      status: 'requires_payment_method',
      payment_method: null,
      next_action: null,
      last_setup_error: cardError(decline).asLastError(wireMethod),
    }
    call.records.put('setup_intent', intent.id, failed)
    emitEvent(call, 'setup_intent.setup_failed', failed)
    throw cardError(decline, { setup_intent: stripSandbox(failed), payment_method: wireMethod })
  }
  const saved = { ...method, sandbox: { ...method.sandbox, setUpForOffSession: true } }
  if (intent.customer !== null && method.customer === null) attachTo(call, saved, intent.customer)
  else call.records.put('payment_method', method.id, saved)
  const done: SetupIntentRecord = {
    ...intent,
    status: 'succeeded',
    last_setup_error: null,
    next_action: null,
  }
  call.records.put('setup_intent', intent.id, done)
  emitEvent(call, 'setup_intent.succeeded', done)
  return done
}

function refuseSettled(intent: SetupIntentRecord, verb: 'cancel' | 'confirm'): void {
  if (intent.status !== 'succeeded' && intent.status !== 'canceled') return
  throw invalidRequest(`You cannot ${verb} this SetupIntent because it has a status of ${intent.status}.`, {
    code: 'setup_intent_unexpected_state',
    setup_intent: stripSandbox(intent),
  })
}
