import { requireSecretKey } from './call.ts'
import type { Call } from './call.ts'
import { requireCustomer } from './customers.ts'
import { cardError, declineOfSaving } from './declines.ts'
import { emitEvent } from './events.ts'
import { listPage } from './listing.ts'
import { billingDetails, makePaymentMethod, putNewMethod } from './make-payment-method.ts'
import { invalidRequest, missingResource } from './processor-error.ts'
import type { PaymentMethodRecord } from './records.ts'
import { findTestCardByPaymentMethod } from './test-cards.ts'

export const PAYMENT_METHOD_PARAMETERS = [
  'type',
  'card',
  'billing_details',
  'metadata',
  'allow_redisplay',
  'payment_user_agent',
] as const

export function createPaymentMethod(call: Call): PaymentMethodRecord {
  return makePaymentMethod(call, call.parameters, 'card')
}

/** A test id (`pm_card_visa`) becomes a fresh payment method on each use, as Stripe's test ids do. */
export function resolvePaymentMethod(call: Call, id: string): PaymentMethodRecord {
  const testCard = call.publishable ? undefined : findTestCardByPaymentMethod(id)
  if (testCard) {
    const year = new Date(call.now * 1000).getUTCFullYear() + 1
    return putNewMethod(
      call,
      testCard,
      { exp_month: 11, exp_year: year, cvcGiven: false },
      billingDetails(undefined),
      {},
    )
  }
  const method = call.records.get('payment_method', id)
  if (!method) {
    const error = missingResource('PaymentMethod', id, 'payment_method')
    throw invalidRequest(error.message, error.fields)
  }
  return method
}

export function requireUnspent(method: PaymentMethodRecord): void {
  if (!method.sandbox.spent) return
  throw invalidRequest(
    'The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, shared with a ' +
      'connected account without Customer attachment, or was detached from a Customer. It may not be used again. To ' +
      'use a PaymentMethod multiple times, you must attach it to a Customer first.',
    { param: 'payment_method' },
  )
}

export function retrievePaymentMethod(call: Call): PaymentMethodRecord {
  requireSecretKey(call)
  const id = call.ids[0] ?? ''
  if (findTestCardByPaymentMethod(id)) return resolvePaymentMethod(call, id)
  const method = call.records.get('payment_method', id)
  if (!method) throw missingResource('PaymentMethod', id, 'payment_method')
  return method
}

export function updatePaymentMethod(call: Call): PaymentMethodRecord {
  const method = retrievePaymentMethod(call)
  const updated = { ...method, metadata: call.parameters.metadata(method.metadata) }
  if (call.parameters.has('billing_details')) updated.billing_details = billingDetails(call.parameters)
  call.records.put('payment_method', method.id, updated)
  emitEvent(call, 'payment_method.updated', updated)
  return updated
}

/** Saves a card for a customer. A card that the bank declines cannot be saved. */
export function attachPaymentMethod(call: Call): PaymentMethodRecord {
  requireSecretKey(call)
  const customer = requireCustomer(call, call.parameters.requireText('customer'))
  const method = resolvePaymentMethod(call, call.ids[0] ?? '')
  requireUnspent(method)
  if (method.customer === customer.id) return method
  if (method.customer !== null) {
    throw invalidRequest('The payment method you provided has already been attached to a customer.', {
      param: 'payment_method',
    })
  }
  const decline = declineOfSaving(method.sandbox.behaviour)
  if (decline) throw cardError(decline)
  return attachTo(call, method, customer.id)
}

export function attachTo(call: Call, method: PaymentMethodRecord, customer: string): PaymentMethodRecord {
  const attached = { ...method, customer }
  call.records.put('payment_method', method.id, attached)
  emitEvent(call, 'payment_method.attached', attached)
  return attached
}

export function detachPaymentMethod(call: Call): PaymentMethodRecord {
  const method = retrievePaymentMethod(call)
  if (method.customer === null) {
    throw invalidRequest(
      'The payment method you provided is not attached to a customer so detachment is impossible.',
      { param: 'payment_method' },
    )
  }
  const detached = { ...method, customer: null, sandbox: { ...method.sandbox, spent: true } }
  call.records.put('payment_method', method.id, detached)
  emitEvent(call, 'payment_method.detached', detached)
  return detached
}

export function listPaymentMethods(call: Call): object {
  requireSecretKey(call)
  const inPath = call.ids[0]
  const customer = requireCustomer(call, inPath ?? call.parameters.requireText('customer'))
  const url = inPath === undefined ? '/v1/payment_methods' : `/v1/customers/${inPath}/payment_methods`
  return listPage(call, { kind: 'payment_method', url, from: ['customer', customer.id] })
}
