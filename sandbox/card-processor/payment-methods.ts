import { createHash } from 'node:crypto'
import { newId, requireSecretKey } from './call.ts'
import type { Call } from './call.ts'
import { requireCustomer } from './customers.ts'
import { cardError, declineOfSaving, TEST_MODE_LIVE_CARD } from './declines.ts'
import { emitEvent } from './events.ts'
import { listPage } from './listing.ts'
import type { Parameters } from './parameters.ts'
import { invalidRequest, missingResource } from './processor-error.ts'
import type { BillingDetails, PaymentMethodRecord } from './records.ts'
import { findTestCardByNumber, findTestCardByPaymentMethod, passesLuhn } from './test-cards.ts'
import type { TestCard } from './test-cards.ts'

export const PAYMENT_METHOD_PARAMETERS = [
  'type',
  'card',
  'billing_details',
  'metadata',
  'allow_redisplay',
  'payment_user_agent',
] as const

interface CardDates {
  exp_month: number
  exp_year: number
  cvcGiven: boolean
}

export function createPaymentMethod(call: Call): PaymentMethodRecord {
  return makePaymentMethod(call, call.parameters, 'card')
}

/** Makes a card from `card[number]`, which is looked at here and kept nowhere. Browsers only, as Stripe asks. */
export function makePaymentMethod(
  call: Call,
  parameters: Parameters,
  cardParam: string,
): PaymentMethodRecord {
  if (parameters.requireText('type') !== 'card') {
    throw invalidRequest('The sandbox imitates payment methods of the type card only.', { param: 'type' })
  }
  const card = parameters.nested('card')
  if (!card)
    throw invalidRequest('Missing required param: card.', { code: 'parameter_missing', param: cardParam })
  const token = card.text('token')
  if (token !== undefined)
    throw invalidRequest('The sandbox does not imitate tokens.', { param: `${cardParam}[token]` })
  const number = card.requireText('number').replaceAll(/[\s-]/g, '')
  if (!call.publishable) {
    throw invalidRequest(
      'Sending credit card numbers directly to the Stripe API is generally unsafe. We suggest you use test tokens ' +
        'that map to the test card you are using, see https://stripe.com/docs/testing.',
      { param: `${cardParam}[number]` },
    )
  }
  if (!passesLuhn(number)) {
    throw cardError({
      message: 'Your card number is incorrect.',
      fields: { code: 'incorrect_number', param: 'number' },
    })
  }
  const dates = cardDates(call, card)
  const testCard = findTestCardByNumber(number)
  if (!testCard) throw cardError(TEST_MODE_LIVE_CARD)
  return putNew(call, testCard, dates, billingDetails(parameters), parameters.metadata())
}

/** A test id (`pm_card_visa`) becomes a fresh payment method on each use, as Stripe's test ids do. */
export function resolvePaymentMethod(call: Call, id: string): PaymentMethodRecord {
  const testCard = call.publishable ? undefined : findTestCardByPaymentMethod(id)
  if (testCard) {
    const year = new Date(call.now * 1000).getUTCFullYear() + 1
    return putNew(
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

/** Saves a card for a customer. The bank is asked, so a card that is declined cannot be saved. */
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
  return listPage(
    call,
    url,
    call.records.list('payment_method').filter((method) => method.customer === customer.id),
  )
}

function cardDates(call: Call, card: Parameters): CardDates {
  const month = card.integer('exp_month') ?? 0
  const given = card.integer('exp_year') ?? -1
  const year = given >= 0 && given < 100 ? 2000 + given : given
  const today = new Date(call.now * 1000)
  if (month < 1 || month > 12) {
    throw cardError({
      message: "Your card's expiration month is invalid.",
      fields: { code: 'invalid_expiry_month', param: 'exp_month' },
    })
  }
  const monthsLeft = (year - today.getUTCFullYear()) * 12 + month - 1 - today.getUTCMonth()
  if (monthsLeft < 0 || monthsLeft > 50 * 12) {
    throw cardError({
      message: "Your card's expiration year is invalid.",
      fields: { code: 'invalid_expiry_year', param: 'exp_year' },
    })
  }
  const cvc = card.text('cvc')
  if (cvc !== undefined && !/^\d{3,4}$/.test(cvc)) {
    throw cardError({
      message: "Your card's security code is invalid.",
      fields: { code: 'invalid_cvc', param: 'cvc' },
    })
  }
  return { exp_month: month, exp_year: year, cvcGiven: cvc !== undefined }
}

function billingDetails(parameters: Parameters | undefined): BillingDetails {
  const given = parameters?.nested('billing_details')
  const address = given?.nested('address')
  const line = (name: string) => address?.text(name) ?? null
  return {
    address: {
      city: line('city'),
      country: line('country'),
      line1: line('line1'),
      line2: line('line2'),
      postal_code: line('postal_code'),
      state: line('state'),
    },
    email: given?.text('email') ?? null,
    name: given?.text('name') ?? null,
    phone: given?.text('phone') ?? null,
    tax_id: null,
  }
}

function putNew(
  call: Call,
  testCard: TestCard,
  dates: CardDates,
  billing: BillingDetails,
  metadata: Record<string, string>,
): PaymentMethodRecord {
  const method: PaymentMethodRecord = {
    id: newId('pm'),
    object: 'payment_method',
    type: 'card',
    created: call.now,
    customer: null,
    customer_account: null,
    allow_redisplay: 'unspecified',
    billing_details: billing,
    card: {
      brand: testCard.brand,
      checks: {
        address_line1_check: null,
        address_postal_code_check: null,
        cvc_check: dates.cvcGiven ? 'unchecked' : null,
      },
      country: 'US',
      display_brand: testCard.brand,
      exp_month: dates.exp_month,
      exp_year: dates.exp_year,
      fingerprint: createHash('sha256')
        .update(testCard.number)
        .digest('base64url')
        .replaceAll(/\W|_/g, '')
        .slice(0, 16),
      funding: testCard.funding,
      generated_from: null,
      last4: testCard.number.slice(-4),
      networks: { available: [testCard.brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: testCard.brand !== 'amex' },
      wallet: null,
    },
    livemode: false,
    metadata,
    sandbox: { behaviour: testCard.behaviour, setUpForOffSession: false, spent: false },
  }
  call.records.put('payment_method', method.id, method)
  return method
}
