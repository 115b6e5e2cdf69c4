import { Stripe } from 'stripe'
import type { Context } from '../../context.ts'
import {
  answerOfError,
  answerOfIntent,
  isUnknownToProvider,
  refundedCentsOf,
  type HoldAnswer,
} from '../../payments/provider/hold-answer.ts'
import { answerOfFailure, expand, findIntent } from '../../payments/provider/intents.ts'

/** A hold that the provider knows. `attempt` makes its keys, so that asking again is the same request. */
export type PlacedHold = { id: string; attempt: number; provider_intent_id: string }

/**
 * Looks at the provider's state of a hold: by its intent, else among the customer's by the hold's id. Never places one.
 * `absent` only means that the provider has not seen it yet: a request that is still on its way may come after. Of one that it knew
 * before, it means that something is wrong, as with the key of another account.
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
      expand: ['data.latest_charge'],
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

/** Releases a hold at the provider, or ends an unfinished one. `released`, or what stands in the way (`captured`), or `unknown`. */
export async function releaseHold(context: Context, hold: PlacedHold): Promise<HoldAnswer> {
  return askAboutIntent(context, hold, 'release', (options) =>
    context.stripe.paymentIntents.cancel(hold.provider_intent_id, { expand }, options),
  )
}

/**
 * Ends what the provider keeps of a refused card. It holds nothing, so this may fail, and is tried once only: somebody waits to hear of
 * the refusal.
 */
export async function cancelDeclined(context: Context, intentId: string): Promise<void> {
  try {
    await context.stripe.paymentIntents.cancel(intentId, {}, { idempotencyKey: `refused-${intentId}` })
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error
    context.log.info({ intentId, reason: error.code ?? error.type }, 'what was refused stays open')
  }
}

/** Captures `amountCents` of a live hold. `captured`, or the state that stands in the way, or `unknown`. */
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
  return askAboutIntent(context, hold, 'capture', ask, amountCents)
}

/** Refunds what is left of a captured hold. `captured` with what went back, or `unknown`. Never gives back more than was taken. */
export async function refundHold(context: Context, hold: PlacedHold): Promise<HoldAnswer> {
  const { stripe } = context
  try {
    const before = await stripe.paymentIntents.retrieve(hold.provider_intent_id, { expand })
    const left = before.amount_received - refundedCentsOf(before)
    if (before.status !== 'succeeded' || left <= 0) return answerOfIntent(before)
  } catch (error) {
    return answerOfError(error)
  }
  return askAboutIntent(context, hold, 'refund', async (options) => {
    await stripe.refunds.create({ payment_intent: hold.provider_intent_id }, options)
    return stripe.paymentIntents.retrieve(hold.provider_intent_id, { expand })
  })
}

/** The provider refuses these when the intent is in another state than we thought: its state is the truth. */
const otherState = new Set([
  'payment_intent_unexpected_state',
  'charge_already_captured',
  'charge_already_refunded',
  'charge_expired_for_capture',
  'capture_charge_authorization_expired',
])

async function askAboutIntent(
  context: Context,
  hold: PlacedHold,
  what: string,
  ask: (options: Stripe.RequestOptions) => Promise<Stripe.PaymentIntent>,
  capturedCents?: number,
): Promise<HoldAnswer> {
  let answer: HoldAnswer = { kind: 'unknown', answered: false }
  let refused: string | undefined
  try {
    const intent = await ask({ idempotencyKey: `${what}-${hold.provider_intent_id}-${hold.attempt}` })
    // Only what was asked for is believed at once; what differs from it is looked at.
    const told = answerOfIntent(intent)
    const isAmount = capturedCents === undefined || intent.amount_received === capturedCents
    if (intent.id === hold.provider_intent_id && isAmount && isDone(what, told)) return told
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
  context.log.error({ holdId: hold.id, what, refused }, 'the card provider refuses what was decided')
  return isDone(what, found) ? found : { kind: 'unknown', answered: true, refused }
}

/** Whether the provider's state is what was asked for, although it refused to be asked. */
function isDone(what: string, found: HoldAnswer): boolean {
  if (what === 'refund') return found.kind === 'captured' && found.refundedCents >= found.amountCents
  // What the provider does not know holds nothing.
  return what === 'release' ? found.kind === 'released' || found.kind === 'absent' : found.kind === 'captured'
}

/** A provider that failed repeats its failure for a used key: the next try is another request. */
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
