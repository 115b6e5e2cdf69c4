import { requireSecretKey } from './call.ts'
import type { Call } from './call.ts'
import { unexpectedState } from './confirm-payment.ts'
import { emitEvent } from './events.ts'
import type { EventSource } from './events.ts'
import { requireIntent } from './payment-intents.ts'
import { invalidRequest } from './processor-error.ts'
import { putRefund } from './refunds.ts'
import type { ChargeRecord, PaymentIntentRecord } from './records.ts'

export const CAPTURE_PARAMETERS = [
  'amount_to_capture',
  'final_capture',
  'metadata',
  'statement_descriptor',
  'statement_descriptor_suffix',
] as const
export const CANCEL_PARAMETERS = ['cancellation_reason'] as const

/**
 * Captures a hold, once; the rest of the hold goes back to the card. More than the held amount where the card
 * grants overcapture (https://docs.stripe.com/payments/overcapture).
 */
export function capturePaymentIntent(call: Call): PaymentIntentRecord {
  requireSecretKey(call)
  const intent = requireIntent(call)
  if (intent.status === 'succeeded') {
    throw unexpectedState(
      intent,
      'This PaymentIntent could not be captured because it has already been captured.',
    )
  }
  if (intent.status !== 'requires_capture') {
    throw unexpectedState(
      intent,
      `This PaymentIntent could not be captured because it has a status of ${intent.status}. Only a PaymentIntent with ` +
        'one of the following statuses may be captured: requires_capture.',
    )
  }
  if (call.parameters.boolean('final_capture') === false) {
    throw invalidRequest('This PaymentIntent does not support multicapture.', { param: 'final_capture' })
  }
  const amount = call.parameters.integer('amount_to_capture') ?? intent.amount_capturable
  if (amount > mostCapturable(call, intent)) {
    throw invalidRequest(
      `You cannot capture more than the amount_capturable (${intent.amount_capturable}) of this PaymentIntent.`,
      { code: 'amount_too_large', param: 'amount_to_capture' },
    )
  }
  if (amount < 1) throw invalidRequest('Invalid positive integer', { param: 'amount_to_capture' })
  const charge = releaseCharge(call, intent, amount)
  const captured: PaymentIntentRecord = {
    ...intent,
    status: 'succeeded',
    amount: Math.max(intent.amount, amount),
    amount_capturable: 0,
    amount_received: amount,
    metadata: call.parameters.metadata(intent.metadata),
  }
  call.records.put('payment_intent', intent.id, captured)
  if (charge) emitEvent(call, 'charge.captured', charge)
  emitEvent(call, 'payment_intent.succeeded', captured)
  return captured
}

function mostCapturable(call: Call, { latest_charge, amount_capturable }: PaymentIntentRecord): number {
  const charge = latest_charge === null ? undefined : call.records.get('charge', latest_charge)
  const overcapture = charge?.payment_method_details.card.overcapture
  return overcapture?.status === 'available' ? overcapture.maximum_amount_capturable : amount_capturable
}

export function cancelPaymentIntent(call: Call): PaymentIntentRecord {
  requireSecretKey(call)
  const intent = requireIntent(call)
  if (intent.status === 'succeeded' || intent.status === 'canceled') {
    throw unexpectedState(
      intent,
      `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one ` +
        'of the following statuses may be canceled: requires_payment_method, requires_capture, requires_confirmation, ' +
        'requires_action, processing.',
    )
  }
  const reason = call.parameters.oneOf('cancellation_reason', [
    'duplicate',
    'fraudulent',
    'requested_by_customer',
    'abandoned',
  ])
  const charge = intent.status === 'requires_capture' ? releaseCharge(call, intent, 0) : undefined
  if (charge) emitEvent(call, 'charge.refunded', charge)
  return putCanceled(call, intent, reason ?? null)
}

export function putCanceled(
  call: EventSource,
  intent: PaymentIntentRecord,
  reason: string | null,
): PaymentIntentRecord {
  const canceled: PaymentIntentRecord = {
    ...intent,
    status: 'canceled',
    amount_capturable: 0,
    canceled_at: call.now,
    cancellation_reason: reason,
    next_action: null,
  }
  call.records.put('payment_intent', intent.id, canceled)
  emitEvent(call, 'payment_intent.canceled', canceled)
  return canceled
}

/** Ends a hold. The uncaptured part is recorded as refunded on the charge, with a refund of its own. */
export function releaseCharge(
  call: EventSource,
  intent: PaymentIntentRecord,
  captured: number,
  reason: 'expired_uncaptured_charge' | null = null,
): ChargeRecord | undefined {
  const charge = intent.latest_charge === null ? undefined : call.records.get('charge', intent.latest_charge)
  if (!charge) return undefined
  const { capture_before: _over, ...card } = charge.payment_method_details.card
  const charged = Math.max(charge.amount, captured)
  const released: ChargeRecord = {
    ...charge,
    amount: charged,
    amount_captured: captured,
    amount_refunded: charged - captured,
    captured: captured > 0,
    refunded: captured === 0,
    payment_method_details: { type: 'card', card },
  }
  call.records.put('charge', charge.id, released)
  const amount = charged - captured
  if (amount > 0) putRefund(call, released, { amount, reason, metadata: {} })
  return released
}
