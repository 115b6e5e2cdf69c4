import { createHash } from 'node:crypto'
import { newId } from './call.ts'
import type { Call } from './call.ts'
import { cardError, TEST_MODE_LIVE_CARD } from './declines.ts'
import type { Parameters } from './parameters.ts'
import { invalidRequest } from './processor-error.ts'
import type { BillingDetails, PaymentMethodRecord } from './records.ts'
import { findTestCardByNumber, passesLuhn } from './test-cards.ts'
import type { TestCard } from './test-cards.ts'

interface CardDates {
  exp_month: number
  exp_year: number
  cvcGiven: boolean
}

/** Makes a card from `card[number]`, which is checked and never stored. Browsers only, as in Stripe. */
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
  const wallet = card.nested('wallet')?.oneOf('type', WALLETS)
  const method = putNewMethod(call, testCard, dates, billingDetails(parameters), parameters.metadata())
  return wallet === undefined ? method : fromWallet(call, method, wallet)
}

/** `card[wallet][type]` stands for the token that Stripe.js gets from the wallet. */
const WALLETS = ['apple_pay', 'google_pay'] as const

function fromWallet(
  call: Call,
  method: PaymentMethodRecord,
  type: (typeof WALLETS)[number],
): PaymentMethodRecord {
  const wallet = { type, [type]: {}, dynamic_last4: method.card.last4 }
  const marked = { ...method, card: { ...method.card, wallet } }
  call.records.put('payment_method', method.id, marked)
  return marked
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

export function billingDetails(parameters: Parameters | undefined): BillingDetails {
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

/** Stores the card as a new payment method without a customer. */
export function putNewMethod(
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
    sandbox: {
      behaviour: testCard.behaviour,
      features: testCard.features,
      setUpForOffSession: false,
      spent: false,
    },
  }
  call.records.put('payment_method', method.id, method)
  return method
}
