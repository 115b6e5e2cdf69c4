import { newId, requireSecretKey } from './call.ts'
import type { Call } from './call.ts'
import { chargedBackOf } from './disputes.ts'
import { emitEvent } from './events.ts'
import type { EventSource } from './events.ts'
import { listPage } from './listing.ts'
import { invalidRequest, missingResource } from './processor-error.ts'
import type { ChargeRecord, RefundRecord } from './records.ts'

export const REFUND_PARAMETERS = ['payment_intent', 'charge', 'amount', 'reason', 'metadata'] as const

/**
 * Refunds captured money, at most the captured amount less earlier refunds and less the part that a dispute
 * has returned.
 */
export function createRefund(call: Call): RefundRecord {
  requireSecretKey(call)
  const charge = chargeToRefund(call)
  const left = charge.amount - charge.amount_refunded
  const chargedBack = chargedBackOf(call, charge)
  if (chargedBack > 0 && (call.parameters.integer('amount') ?? left) > left - chargedBack) {
    throw invalidRequest(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: 'charge_disputed',
    })
  }
  if (left <= 0) {
    throw invalidRequest(`Charge ${charge.id} has already been refunded.`, {
      code: 'charge_already_refunded',
    })
  }
  const amount = call.parameters.integer('amount') ?? left
  if (amount < 1) throw invalidRequest('Invalid positive integer', { param: 'amount' })
  if (amount > left) {
    throw invalidRequest(
      `Refund amount ($${(amount / 100).toFixed(2)}) is greater than unrefunded amount on charge ` +
        `($${(left / 100).toFixed(2)})`,
      { param: 'amount' },
    )
  }
  const refund = putRefund(call, charge, {
    amount,
    metadata: call.parameters.metadata(),
    reason: call.parameters.oneOf('reason', ['duplicate', 'fraudulent', 'requested_by_customer']) ?? null,
  })
  const refunded = { ...charge, amount_refunded: charge.amount_refunded + amount, refunded: amount === left }
  call.records.put('charge', charge.id, refunded)
  emitEvent(call, 'charge.refunded', refunded)
  return refund
}

/**
 * Records money that goes back to a card. Stripe itself makes such a refund for the uncaptured part of a
 * hold, so the sum of a payment's refunds is not the refunded part of its captured money
 * (https://docs.stripe.com/api/payment_intents/cancel, `reason` in
 * https://docs.stripe.com/api/refunds/object).
 */
export function putRefund(
  call: EventSource,
  charge: ChargeRecord,
  given: Pick<RefundRecord, 'amount' | 'reason' | 'metadata'>,
): RefundRecord {
  const refund: RefundRecord = {
    id: newId('re').replace('re_', 're_3'),
    object: 'refund',
    ...given,
    balance_transaction: null,
    charge: charge.id,
    created: call.now,
    currency: charge.currency,
    customer: charge.customer,
    customer_account: null,
    destination_details: {
      card: { reference_status: 'pending', reference_type: 'acquirer_reference_number', type: 'refund' },
      type: 'card',
    },
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  }
  call.records.put('refund', refund.id, refund)
  emitEvent(call, 'refund.created', refund)
  return refund
}

export function retrieveRefund(call: Call): RefundRecord {
  requireSecretKey(call)
  const id = call.ids[0] ?? ''
  const refund = call.records.get('refund', id)
  if (!refund) throw missingResource('refund', id, 'id')
  return refund
}

export function listRefunds(call: Call): object {
  requireSecretKey(call)
  const intent = call.parameters.text('payment_intent')
  const charge = call.parameters.text('charge')
  const ofIntent = intent === undefined ? (['all', 'all'] as const) : (['payment_intent', intent] as const)
  return listPage(call, {
    kind: 'refund',
    url: '/v1/refunds',
    from: charge === undefined ? [...ofIntent] : ['charge', charge],
    keep: (refund) => intent === undefined || refund.payment_intent === intent,
  })
}

function chargeToRefund(call: Call): ChargeRecord {
  const intentId = call.parameters.text('payment_intent')
  if (intentId !== undefined) {
    const intent = call.records.get('payment_intent', intentId)
    if (!intent) throw missingResource('payment_intent', intentId, 'payment_intent')
    const charge =
      intent.latest_charge === null ? undefined : call.records.get('charge', intent.latest_charge)
    if (intent.status !== 'succeeded' || !charge) {
      throw invalidRequest(`This PaymentIntent (${intentId}) does not have a successful charge to refund.`, {
        param: 'payment_intent',
      })
    }
    return charge
  }
  const chargeId = call.parameters.text('charge')
  if (chargeId === undefined) {
    throw invalidRequest(
      'One of the following params should be provided for this request: payment_intent or charge.',
      {
        code: 'parameter_missing',
        param: 'payment_intent',
      },
    )
  }
  const charge = call.records.get('charge', chargeId)
  if (!charge) throw missingResource('charge', chargeId, 'charge')
  if (!charge.captured) {
    throw invalidRequest(`Charge ${chargeId} has not been captured, so there is nothing to refund.`, {
      param: 'charge',
    })
  }
  return charge
}
