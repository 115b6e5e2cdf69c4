import { Stripe } from 'stripe'
import type { Context } from '../../context.ts'
import {
  answerOfError,
  answerOfIntent,
  isAnswerTo,
  isUnknownToProvider,
  refundedCentsOf,
  type HoldAnswer,
  type HoldFeatures,
} from '../../payments/provider/hold-answer.ts'
import { answerOfFailure, expand, findIntent } from '../../payments/provider/intents.ts'

/**
 * A hold that the provider knows. `attempt` is part of its idempotency keys, so that a retry is the same
 * request.
 */
export type PlacedHold = { id: string; attempt: number; provider_intent_id: string }

/**
 * Looks up a hold at the provider: by its intent, else by the hold's id among the customer's intents. Never
 * places one. `absent` means that no request has arrived yet; one in flight may still arrive. For a hold
 * that was known before, it means the key of another account.
 */
export async function lookUpHold(
  context: Context,
  hold: { id: string; provider_intent_id: string | null },
  userId: string,
): Promise<HoldAnswer> {
  try {
    if (hold.provider_intent_id !== null) return await lookUpIntent(context, hold.provider_intent_id)
    const customer = await context.database.db
      .selectFrom('provider_customers')
      .select('provider_customer_id')
      .where('user_id', '=', userId)
      .executeTakeFirst()
    if (!customer) return { kind: 'absent' }
    const intents = context.stripe.paymentIntents.list({
      customer: customer.provider_customer_id,
      limit: 100,
      expand: ['data.latest_charge.refunds'],
    })
    for await (const intent of intents) {
      if (intent.metadata['hold_id'] === hold.id) return answerOfIntent(intent)
    }
    return { kind: 'absent' }
  } catch (error) {
    return isUnknownToProvider(error, 'customer') ? { kind: 'absent' } : answerOfFailure(context, error)
  }
}

async function lookUpIntent(context: Context, intentId: string): Promise<HoldAnswer> {
  const found = await findIntent(context, intentId)
  if (found === 'unknown') return { kind: 'unknown', answered: false }
  return found ? answerOfIntent(found) : { kind: 'absent' }
}

/**
 * Releases a hold at the provider, or ends an unfinished one. Returns `released`, the state that prevents
 * it (`captured`), or `unknown`.
 */
export async function releaseHold(context: Context, hold: PlacedHold): Promise<HoldAnswer> {
  return askAboutIntent(context, hold, {
    command: 'release',
    // An unknown payment holds nothing.
    isDone: ({ kind }) => kind === 'released' || kind === 'absent',
    ask: (options) => context.stripe.paymentIntents.cancel(hold.provider_intent_id, { expand }, options),
  })
}

/**
 * Cancels the intent of a declined card. It holds nothing, so this may fail, and is tried once only: a
 * person waits for the refusal.
 */
export async function cancelDeclined(context: Context, intentId: string): Promise<void> {
  try {
    await context.stripe.paymentIntents.cancel(intentId, {}, { idempotencyKey: `refused-${intentId}` })
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error
    context.log.info(
      { intentId, reason: error.code ?? error.type },
      'the payment of a declined card stays open',
    )
  }
}

/**
 * Confirms the payment of a hold whose customer has confirmed the card. Returns the bank's answer, or
 * `unknown`. Safe twice: a payment is held once only.
 * https://docs.stripe.com/payments/finalize-payments-on-the-server
 */
export async function confirmAuthenticated(
  context: Context,
  hold: PlacedHold & { amount_cents: number },
): Promise<HoldAnswer> {
  const { id, provider_intent_id: intentId, amount_cents: amountCents } = hold
  try {
    const intent = await context.stripe.paymentIntents.confirm(intentId, { use_stripe_sdk: true, expand })
    const isOwn = isAnswerTo({ id, amount_cents: amountCents, isCharge: false }, intent)
    if (isOwn && intent.id === intentId) return answerOfIntent(intent)
  } catch (error) {
    // Refused in another state: its state counts.
    const isRefusal = error instanceof Stripe.errors.StripeInvalidRequestError
    const answer = isRefusal ? null : answerOfFailure(context, error)
    if (answer?.kind === 'declined') return answer
  }
  const found = await lookUpIntent(context, intentId).catch((error: unknown) =>
    answerOfFailure(context, error),
  )
  const isLeft = found.kind === 'requires_action' && found.isAuthenticated
  return isLeft ? { kind: 'unknown', answered: true } : found
}

/** Captures `amountCents` of a live hold. Returns `captured`, the state that prevents it, or `unknown`. */
export async function captureHold(
  context: Context,
  hold: PlacedHold,
  amountCents: number,
): Promise<HoldAnswer> {
  const ask = (options: Stripe.RequestOptions) =>
    context.stripe.paymentIntents.capture(
      hold.provider_intent_id,
      { amount_to_capture: amountCents, expand },
      options,
    )
  return askAboutIntent(context, hold, {
    command: 'capture',
    isDone: ({ kind }) => kind === 'captured',
    ask,
    capturedCents: amountCents,
  })
}

/**
 * Refunds the rest of a captured hold, never more than was captured, less `keptCents`, which a dispute has
 * returned or which are a fee. Returns `captured` with the refunded amount, or `unknown`.
 */
export async function refundHold(context: Context, hold: PlacedHold, keptCents: number): Promise<HoldAnswer> {
  const { stripe } = context
  let left: number
  try {
    const before = await stripe.paymentIntents.retrieve(hold.provider_intent_id, { expand })
    left = before.amount_received - refundedCentsOf(before) - keptCents
    if (before.status !== 'succeeded' || left <= 0) return answerOfIntent(before)
  } catch (error) {
    return answerOfError(error)
  }
  // The provider refuses a used key with another amount.
  const command = keptCents === 0 ? 'refund' : `refund-${left}`
  const amount = keptCents === 0 ? {} : { amount: left }
  const ask = async (options: Stripe.RequestOptions) => {
    await stripe.refunds.create({ payment_intent: hold.provider_intent_id, ...amount }, options)
    return stripe.paymentIntents.retrieve(hold.provider_intent_id, { expand })
  }
  const isDone = (told: HoldAnswer) =>
    told.kind === 'captured' && told.refundedCents + keptCents >= told.amountCents
  return askAboutIntent(context, hold, { command, isDone, ask })
}

/**
 * The outcome of raising a hold. `raised`: `heldCents` are held, at least the requested total. `declined`:
 * the bank refused, and the hold stays. `not_raised`: it cannot be raised, or not by this request any more:
 * the hold ended, its card does not allow it, or too many attempts. `unknown`: to be sent again under the
 * same key.
 */
export type IncrementOutcome =
  | { kind: 'raised'; heldCents: number; features: HoldFeatures }
  | { kind: 'declined'; sentence: string }
  | { kind: 'not_raised' }
  | { kind: 'unknown' }

/**
 * Raises a live hold to a total of `amountCents`. `rowId` is the id of the row that decided it, and makes the
 * idempotency key: the same row raises once. A hold keeps its end, and is raised ten times at most.
 * https://docs.stripe.com/payments/incremental-authorization
 */
export async function incrementHold(
  context: Context,
  hold: PlacedHold,
  amountCents: number,
  rowId: string,
): Promise<IncrementOutcome> {
  const { id: holdId, provider_intent_id: intentId } = hold
  let isFinal = false
  try {
    const intent = await context.stripe.paymentIntents.incrementAuthorization(
      intentId,
      { amount: amountCents, expand },
      { idempotencyKey: `increment-${rowId}` },
    )
    const told = answerOfIntent(intent)
    // Only the requested outcome is believed at once; any other answer is looked up.
    if (intent.id === intentId && told.kind === 'live' && told.heldCents === amountCents)
      return { kind: 'raised', heldCents: amountCents, features: told.features }
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError) {
      isFinal = true
      context.log.info({ holdId, reason: error.code ?? error.message }, 'a hold cannot be raised')
    } else {
      const answer = answerOfFailure(context, error)
      if (answer.kind === 'declined') return { kind: 'declined', sentence: answer.sentence }
      isFinal = answer.kind === 'unknown' && answer.isKeySpent === true
    }
  }
  const found = await lookUpIntent(context, intentId).catch((error: unknown) =>
    answerOfFailure(context, error),
  )
  // Its amount tells whether a request without an answer was carried out.
  if (found.kind === 'live' && found.heldCents >= amountCents)
    return { kind: 'raised', heldCents: found.heldCents, features: found.features }
  if (found.kind === 'unknown' || (found.kind === 'live' && !isFinal)) return { kind: 'unknown' }
  return { kind: 'not_raised' }
}

/** The provider refuses with these when the intent is in another state: its state counts. */
const otherState = new Set([
  'payment_intent_unexpected_state',
  'charge_already_captured',
  'charge_already_refunded',
  'charge_expired_for_capture',
  'capture_charge_authorization_expired',
])

type Command = {
  /** Part of the idempotency key. */
  command: string
  /** Whether the provider's state is the requested one, although it refused the request. */
  isDone: (found: HoldAnswer) => boolean
  ask: (options: Stripe.RequestOptions) => Promise<Stripe.PaymentIntent>
  capturedCents?: number
}

async function askAboutIntent(
  context: Context,
  hold: PlacedHold,
  { command, isDone, ask, capturedCents }: Command,
): Promise<HoldAnswer> {
  let answer: HoldAnswer = { kind: 'unknown', answered: false }
  let refused: string | undefined
  try {
    const intent = await ask({ idempotencyKey: `${command}-${hold.provider_intent_id}-${hold.attempt}` })
    // Only the requested outcome is believed at once; any other answer is looked up.
    const told = answerOfIntent(intent)
    const isAmount = capturedCents === undefined || intent.amount_received === capturedCents
    if (intent.id === hold.provider_intent_id && isAmount && isDone(told)) return told
  } catch (error) {
    const isRefusal =
      error instanceof Stripe.errors.StripeInvalidRequestError ||
      error instanceof Stripe.errors.StripeCardError
    answer = isRefusal ? { kind: 'unknown', answered: false } : answerOfFailure(context, error)
    if (isRefusal && !otherState.has(error.code ?? '')) refused = error.code ?? error.type
  }
  if (answer.kind !== 'unknown') return answer
  const found = await lookUpIntent(context, hold.provider_intent_id).catch((error: unknown) =>
    answerOfFailure(context, error),
  )
  if (found.kind !== 'unknown' && answer.answered) await incrementAttempt(context, hold)
  if (refused === undefined) return found
  context.log.error({ holdId: hold.id, what: command, refused }, 'the card provider refuses what was decided')
  return isDone(found) ? found : { kind: 'unknown', answered: true, refused }
}

/** A provider that failed repeats its failure for a used key: the next attempt needs a new key. */
export async function incrementAttempt(
  context: Context,
  hold: { id: string; attempt: number },
): Promise<boolean> {
  const { numUpdatedRows } = await context.database.db
    .updateTable('holds')
    .set({ attempt: hold.attempt + 1 })
    .where('id', '=', hold.id)
    .where('attempt', '=', hold.attempt)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
