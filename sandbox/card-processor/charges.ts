import { randomUUID } from 'node:crypto'
import { newId, randomText, requireSecretKey } from './call.ts'
import type { Call } from './call.ts'
import { currentWindows } from './card-switches.ts'
import { grantFeatures } from './card-features.ts'
import type { GrantedFeatures } from './card-features.ts'
import type { Decline } from './declines.ts'
import { emitEvent } from './events.ts'
import { listPage } from './listing.ts'
import { NETWORK_RULES } from './network-rules.ts'
import { missingResource } from './processor-error.ts'
import type { CardBrand } from './test-cards.ts'
import type { ChargeRecord, PaymentIntentRecord, PaymentMethodRecord } from './records.ts'

type Overcapture = ChargeRecord['payment_method_details']['card']['overcapture']

/**
 * Lifetime of a hold in seconds: set by a switch for this card or for all; else as granted, or as the network
 * has it.
 */
function holdSeconds(
  call: Call,
  method: PaymentMethodRecord,
  { offSession, extendedSeconds }: { offSession: boolean; extendedSeconds: number | null },
): number {
  const side = offSession ? 'offSession' : 'onSession'
  const set = method.sandbox.windows?.[side] ?? currentWindows(call.records)?.[side]
  return set ?? extendedSeconds ?? NETWORK_RULES[method.card.brand].standard[side]
}

/** The most that may be captured of a hold. */
export function overcaptureOf(amount: number, percent: number | null): Overcapture {
  return percent === null
    ? { maximum_amount_capturable: amount, status: 'unavailable' }
    : { maximum_amount_capturable: Math.floor((amount * (100 + percent)) / 100), status: 'available' }
}

/** The network's record of how strong the authentication was: 02 and 05 with it, 00 and 07 without. */
function commerceIndicator(brand: CardBrand, isAuthenticated: boolean): string | null {
  if (brand === 'visa') return isAuthenticated ? '05' : '07'
  if (brand === 'mastercard') return isAuthenticated ? '02' : '00'
  return null
}

const NO_FEATURES: GrantedFeatures = { extendedSeconds: null, incremental: false, overcapturePercent: null }

/** Records the bank's answer to a payment: a hold, a finished charge or a failed one. */
export function putCharge(
  call: Call,
  intent: PaymentIntentRecord,
  method: PaymentMethodRecord,
  decline: Decline | undefined,
): ChargeRecord {
  const held = intent.capture_method === 'manual'
  const captured = !decline && !held
  const { offSession, authenticated } = intent.sandbox
  const granted = decline ? NO_FEATURES : grantFeatures(call.records, intent, method)
  const checks = {
    address_line1_check: null,
    address_postal_code_check: null,
    cvc_check: decline ? null : 'pass',
  }
  const charge: ChargeRecord = {
    id: newId('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: captured ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: method.billing_details,
    calculated_statement_descriptor: 'SANDBOX',
    captured,
    created: call.now,
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: decline?.fields.code ?? null,
    failure_message: decline?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: outcomeOf(decline),
    paid: !decline,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: {
      type: 'card',
      card: {
        amount_authorized: decline ? null : intent.amount,
        authorization_code: decline ? null : randomText(6).toUpperCase(),
        brand: method.card.brand,
        ...(held &&
          !decline && {
            capture_before: call.now + holdSeconds(call, method, { offSession, ...granted }),
          }),
        checks,
        country: method.card.country,
        electronic_commerce_indicator: decline ? null : commerceIndicator(method.card.brand, authenticated),
        exp_month: method.card.exp_month,
        exp_year: method.card.exp_year,
        extended_authorization: { status: granted.extendedSeconds === null ? 'disabled' : 'enabled' },
        fingerprint: method.card.fingerprint,
        funding: method.card.funding,
        incremental_authorization: { status: granted.incremental ? 'available' : 'unavailable' },
        installments: null,
        last4: method.card.last4,
        mandate: null,
        multicapture: { status: 'unavailable' },
        network: method.card.brand,
        network_token: { used: false },
        network_transaction_id: randomText(15).toUpperCase(),
        overcapture: overcaptureOf(intent.amount, granted.overcapturePercent),
        regulated_status: 'unregulated',
        three_d_secure: authenticated
          ? {
              authentication_flow: 'challenge',
              electronic_commerce_indicator: commerceIndicator(method.card.brand, true),
              exemption_indicator: null,
              result: 'authenticated',
              result_reason: null,
              transaction_id: randomUUID(),
              version: '2.2.0',
            }
          : null,
        // Mastercard's id of a transaction (https://docs.stripe.com/payments/cards/mastercard-tlid).
        transaction_link_id: !decline && method.card.brand === 'mastercard' ? randomText(22) : null,
        wallet: method.card['wallet'],
      },
    },
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: intent.statement_descriptor,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    status: decline ? 'failed' : 'succeeded',
    transfer_data: null,
    transfer_group: intent.transfer_group,
  }
  call.records.put('charge', charge.id, charge)
  emitEvent(call, decline ? 'charge.failed' : 'charge.succeeded', charge)
  return charge
}

function outcomeOf(decline: Decline | undefined): object {
  const common = { advice_code: null, network_advice_code: null, network_decline_code: null }
  if (!decline) {
    return {
      ...common,
      network_status: 'approved_by_network',
      reason: null,
      risk_level: 'normal',
      seller_message: 'Payment complete.',
      type: 'authorized',
    }
  }
  return {
    ...common,
    network_status: 'declined_by_network',
    reason: decline.fields.decline_code ?? null,
    risk_level: 'normal',
    seller_message: 'The bank did not return any further details with this decline.',
    type: 'issuer_declined',
  }
}

export function retrieveCharge(call: Call): ChargeRecord {
  requireSecretKey(call)
  const id = call.ids[0] ?? ''
  const charge = call.records.get('charge', id)
  if (!charge) throw missingResource('charge', id, 'id')
  return charge
}

export function listCharges(call: Call): object {
  requireSecretKey(call)
  const intent = call.parameters.text('payment_intent')
  const customer = call.parameters.text('customer')
  const ofCustomer = customer === undefined ? (['all', 'all'] as const) : (['customer', customer] as const)
  return listPage(call, {
    kind: 'charge',
    url: '/v1/charges',
    from: intent === undefined ? [...ofCustomer] : ['payment_intent', intent],
    keep: (charge) => customer === undefined || charge.customer === customer,
  })
}
