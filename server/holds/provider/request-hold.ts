import type { Stripe } from 'stripe'
import { setTimeout as wait } from 'node:timers/promises'
import type { Context } from '../../context.ts'
import type { HoldPurpose } from '../../database/tables.ts'
import {
  answerOfIntent,
  isAnswerTo,
  isUnknownToProvider,
  type HoldAnswer,
} from '../../payments/provider/hold-answer.ts'
import {
  ensureProviderCustomer,
  forgetProviderCustomer,
  getPayer,
  type Payer,
} from '../../payments/provider/provider-customer.ts'
import { answerOfFailure, expand } from '../../payments/provider/intents.ts'
import { isChargedAtOnce } from '../record-hold.ts'
import { askForFeatures, isFeatureRefusal, mayAskForFeatures, rememberRefusal } from './card-features.ts'
import { incrementAttempt, lookUpHold } from './hold-commands.ts'

/** The columns of a hold's row, which is written before the provider is called. */
export type RequestedHold = {
  id: string
  appointment_id: string
  amount_cents: number
  payment_method_id: string
  attempt: number
  purpose: HoldPurpose
}

const maxAttempts = 3
/** No attempt begins after this long, so that a response takes less than 15 seconds. */
const retryWindowMs = 5_000
const pauseMs = 150

/**
 * Requests a hold from the card provider, or a charge in one step for the purpose `charge`, and returns the
 * outcome. No transaction may be open. An unknown outcome is looked up, never guessed. The request is retried
 * only when the provider answered with its own failure and holds nothing. The idempotency key stays the same
 * until the provider has spent it: a request without an answer may still arrive, and under another key it
 * would be a second hold. The caller holds the lease (`acquireRequestLease`): two processes that increment
 * the attempt would hold twice. `knownPayer`, if it was just read.
 */
export async function requestHold(
  context: Context,
  hold: RequestedHold,
  knownPayer?: Payer,
): Promise<HoldAnswer> {
  const begun = performance.now()
  let { attempt } = hold
  for (let attempts = 1; ; attempts += 1) {
    // Read again for each retry: the provider may have forgotten its customer.
    const payer =
      attempts === 1 && knownPayer ? knownPayer : await getPayer(context.database.db, hold.appointment_id)
    const answer = await createIntent(context, { ...hold, attempt }, payer)
    if (answer.kind !== 'unknown') return answer
    const found = await lookUpHold(context, { id: hold.id, provider_intent_id: null }, payer.userId)
    if (found.kind !== 'absent') return found
    if (answer.isKeySpent) {
      // The lease expired, and another process goes on with this hold.
      if (!(await incrementAttempt(context, { id: hold.id, attempt })))
        return { kind: 'unknown', answered: false }
      attempt += 1
    }
    const isRetried = answer.answered && attempts < maxAttempts && performance.now() - begun < retryWindowMs
    if (!isRetried) return { kind: 'unknown', answered: false }
    await wait(pauseMs * (attempts + 1))
  }
}

/** On session the customer can confirm the card; off session the saved card is used without them. */
function sessionOf(purpose: HoldPurpose) {
  switch (purpose) {
    case 'booking':
    case 'package':
    case 'confirmation':
      // The hold lapses before most installations; the saved card lets a fresh one be placed.
      return { capture_method: 'manual', setup_future_usage: 'off_session' } as const
    case 'renewal':
      return { capture_method: 'manual', off_session: true } as const
    case 'extra':
      // The card is saved already.
      return { capture_method: 'manual' } as const
    case 'extra_off_session':
      return { capture_method: 'manual', off_session: true } as const
    case 'charge':
    case 'fee':
      return { capture_method: 'automatic', off_session: true } as const
    case 'duplicate':
      throw new Error('a duplicate payment is never requested')
  }
}

/**
 * Sends the request, with the features of a longer hold where it is one. A refusal of the features places
 * nothing, so the plain request follows; its key is another, because the provider refuses a used key with
 * other parameters.
 */
async function sendParams(
  context: Context,
  params: Stripe.PaymentIntentCreateParams,
  key: string,
): Promise<Stripe.PaymentIntent> {
  const { paymentIntents } = context.stripe
  if (params.capture_method !== 'manual') return paymentIntents.create(params, { idempotencyKey: key })
  const sendPlain = () => paymentIntents.create(params, { idempotencyKey: `${key}-plain` })
  if (!mayAskForFeatures(context)) return sendPlain()
  try {
    return await paymentIntents.create({ ...params, ...askForFeatures }, { idempotencyKey: key })
  } catch (error) {
    if (!isFeatureRefusal(error)) throw error
    const intent = await sendPlain()
    rememberRefusal(context, error)
    return intent
  }
}

/**
 * One call, or two for an account that may not ask for features. The idempotency key is made of the hold's id
 * and attempt, so that a retry is the same hold.
 */
async function createIntent(context: Context, hold: RequestedHold, payer: Payer): Promise<HoldAnswer> {
  let customer: string | undefined
  try {
    customer = await ensureProviderCustomer(context, payer)
    const params: Stripe.PaymentIntentCreateParams = {
      amount: hold.amount_cents,
      currency: 'usd',
      customer,
      payment_method: hold.payment_method_id,
      allowed_payment_method_types: ['card'],
      confirm: true,
      // No browser may confirm: the client secret would try other cards, which no limit counts.
      confirmation_method: 'manual',
      use_stripe_sdk: true,
      ...sessionOf(hold.purpose),
      metadata: {
        hold_id: hold.id,
        appointment_id: hold.appointment_id,
        installation_id: payer.installationId,
      },
      expand,
    }
    const intent = await sendParams(context, params, `hold-${hold.id}-${hold.attempt}`)
    const isCharge = isChargedAtOnce(hold)
    if (isAnswerTo({ id: hold.id, amount_cents: hold.amount_cents, isCharge }, intent))
      return answerOfIntent(intent)
    context.log.warn({ holdId: hold.id }, 'the answer of the card provider does not match the request')
    return { kind: 'unknown', answered: false }
  } catch (error) {
    if (customer === undefined || !isUnknownToProvider(error, 'customer'))
      return answerOfFailure(context, error)
    await forgetProviderCustomer(context, customer)
    return { kind: 'unknown', answered: true }
  }
}
