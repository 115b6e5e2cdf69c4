import type { Call } from './call.ts'
import { newId, stripSandbox } from './call.ts'
import { putCharge } from './charges.ts'
import {
  AUTHENTICATION_NOT_HANDLED,
  AUTHENTICATION_REQUIRED,
  cardError,
  declineOf,
  needsAuthentication,
} from './declines.ts'
import type { Decline } from './declines.ts'
import { emitEvent } from './events.ts'
import { attachTo } from './payment-methods.ts'
import type { PaymentIntentRecord, PaymentMethodRecord } from './records.ts'

export interface AuthorizationWishes {
  errorOnRequiresAction: boolean
  returnUrl: string | undefined
}

/**
 * Authorizes a payment with the bank. Ends in requires_action, requires_capture or succeeded; a decline is
 * recorded in the payment and then thrown as Stripe's card error.
 */
export function authorizePayment(
  call: Call,
  intent: PaymentIntentRecord,
  method: PaymentMethodRecord,
  wishes: AuthorizationWishes,
): PaymentIntentRecord {
  const { behaviour, setUpForOffSession } = method.sandbox
  const { offSession, authenticated } = intent.sandbox
  const asked = intent.payment_method_options.card.request_three_d_secure !== 'automatic'
  if (
    !authenticated &&
    needsAuthentication(behaviour, { offSession, setUpForOffSession, threeDSecureAsked: asked })
  ) {
    if (offSession) throw decline(call, intent, method, AUTHENTICATION_REQUIRED)
    if (wishes.errorOnRequiresAction) throw decline(call, intent, method, AUTHENTICATION_NOT_HANDLED)
    const waiting: PaymentIntentRecord = {
      ...intent,
      status: 'requires_action',
      last_payment_error: null,
      next_action: nextAction(call, intent.client_secret, wishes.returnUrl),
    }
    call.records.put('payment_intent', intent.id, waiting)
    emitEvent(call, 'payment_intent.requires_action', waiting)
    return waiting
  }
  const refusal = declineOf(behaviour)
  if (refusal) throw decline(call, intent, method, refusal)
  return approve(call, intent, method)
}

export function nextAction(call: Call, clientSecret: string, returnUrl: string | undefined): object {
  const source = newId('payatt')
  const query = new URLSearchParams({
    client_secret: clientSecret,
    ...(returnUrl && { return_url: returnUrl }),
  })
  const url = `${call.sandboxUrl}/v3/frames/challenge?${query.toString()}`
  if (returnUrl) return { type: 'redirect_to_url', redirect_to_url: { return_url: returnUrl, url } }
  return {
    type: 'use_stripe_sdk',
    use_stripe_sdk: {
      type: 'three_d_secure_redirect',
      source,
      stripe_js: url,
      directory_server_name: 'visa',
    },
  }
}

function approve(call: Call, intent: PaymentIntentRecord, method: PaymentMethodRecord): PaymentIntentRecord {
  const charge = putCharge(call, intent, method, undefined)
  keepMethod(call, intent, method)
  const held = intent.capture_method === 'manual'
  const approved: PaymentIntentRecord = {
    ...intent,
    status: held ? 'requires_capture' : 'succeeded',
    amount_capturable: held ? intent.amount : 0,
    amount_received: held ? 0 : intent.amount,
    last_payment_error: null,
    latest_charge: charge.id,
    next_action: null,
  }
  call.records.put('payment_intent', intent.id, approved)
  emitEvent(call, held ? 'payment_intent.amount_capturable_updated' : 'payment_intent.succeeded', approved)
  return approved
}

/**
 * A card is saved with the customer when the payment says so; without a customer it works for one payment
 * only.
 */
function keepMethod(call: Call, intent: PaymentIntentRecord, method: PaymentMethodRecord): void {
  const saves = intent.setup_future_usage !== null && intent.customer !== null
  const setUp = method.sandbox.setUpForOffSession || (saves && intent.setup_future_usage === 'off_session')
  const spent = method.customer === null && !saves
  const kept = { ...method, sandbox: { ...method.sandbox, setUpForOffSession: setUp, spent } }
  if (saves && method.customer === null && intent.customer !== null) attachTo(call, kept, intent.customer)
  else call.records.put('payment_method', method.id, kept)
}

function decline(
  call: Call,
  intent: PaymentIntentRecord,
  method: PaymentMethodRecord,
  refusal: Decline,
): ReturnType<typeof cardError> {
  const charge = putCharge(call, intent, method, refusal)
  const wireMethod = stripSandbox(method)
  const error = cardError(refusal, { charge: charge.id })
  const failed: PaymentIntentRecord = {
    ...intent,
    status: 'requires_payment_method',
    last_payment_error: error.asLastError(wireMethod),
    latest_charge: charge.id,
    next_action: null,
    payment_method: null,
    sandbox: { ...intent.sandbox, authenticated: false },
  }
  call.records.put('payment_intent', intent.id, failed)
  emitEvent(call, 'payment_intent.payment_failed', failed)
  return cardError(refusal, {
    charge: charge.id,
    payment_intent: stripSandbox(failed),
    payment_method: wireMethod,
  })
}
