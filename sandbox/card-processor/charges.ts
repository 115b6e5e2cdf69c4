import { newId, randomText, requireSecretKey } from './call.ts'
import type { Call } from './call.ts'
import { currentWindows } from './card-switches.ts'
import type { Decline } from './declines.ts'
import { emitEvent } from './events.ts'
import { listPage } from './listing.ts'
import { missingResource } from './processor-error.ts'
import type { ChargeRecord, PaymentIntentRecord, PaymentMethodRecord } from './records.ts'

const HOUR = 3600

/**
 * Lifetime of a hold in seconds: set by a switch for this card or for all; else 7 days, but 4 days and 18
 * hours for a Visa charged without the customer present
 * (https://docs.stripe.com/payments/place-a-hold-on-a-payment-method).
 */
function holdSeconds(call: Call, method: PaymentMethodRecord, offSession: boolean): number {
  const side = offSession ? 'offSession' : 'onSession'
  const set = method.sandbox.windows?.[side] ?? currentWindows(call.records)?.[side]
  return set ?? (method.card.brand === 'visa' && offSession ? (4 * 24 + 18) * HOUR : 7 * 24 * HOUR)
}

/** Records the bank's answer to a payment: a hold, a finished charge or a failed one. */
export function putCharge(
  call: Call,
  intent: PaymentIntentRecord,
  method: PaymentMethodRecord,
  decline: Decline | undefined,
): ChargeRecord {
  const held = intent.capture_method === 'manual'
  const captured = !decline && !held
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
            capture_before: call.now + holdSeconds(call, method, intent.sandbox.offSession),
          }),
        checks,
        country: method.card.country,
        exp_month: method.card.exp_month,
        exp_year: method.card.exp_year,
        extended_authorization: { status: 'disabled' },
        fingerprint: method.card.fingerprint,
        funding: method.card.funding,
        incremental_authorization: { status: 'unavailable' },
        installments: null,
        last4: method.card.last4,
        mandate: null,
        multicapture: { status: 'unavailable' },
        network: method.card.brand,
        network_token: { used: false },
        network_transaction_id: randomText(15).toUpperCase(),
        overcapture: { maximum_amount_capturable: intent.amount, status: 'unavailable' },
        regulated_status: 'unregulated',
        three_d_secure: intent.sandbox.authenticated
          ? {
              authentication_flow: 'challenge',
              result: 'authenticated',
              result_reason: null,
              version: '2.2.0',
            }
          : null,
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
