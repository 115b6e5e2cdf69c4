import type { Stripe } from 'stripe'
import type { Context } from '../context.ts'
import { answerOfError, answerOfIntent, type HoldAnswer } from './hold-answer.ts'
import { ensureProviderCustomer, type Payer } from './provider-customer.ts'

/** A hold as its row says: there before the provider is called. */
export type HoldRow = {
  id: string
  appointment_id: string
  amount_cents: number
  payment_method_id: string
  attempt: number
}

const expand = ['latest_charge']

const mostAttempts = 3

/**
 * Asks the card provider to hold the amount and finds out what became of it. No transaction may be open. An unknown outcome
 * is looked up, never guessed; only when the provider answered with its own failure and is seen to hold nothing is it
 * asked again, under a new key, since it repeats its failure for the old one.
 */
export async function obtainHold(context: Context, hold: HoldRow, payer: Payer): Promise<HoldAnswer> {
  let { attempt } = hold
  for (;;) {
    const answer = await placeHold(context, { ...hold, attempt }, payer)
    if (answer.kind !== 'unknown') return answer
    const found = await lookUpHold(context, { id: hold.id, provider_intent_id: null }, payer.userId)
    if (found.kind !== 'absent' || !answer.answered || attempt >= mostAttempts) return found
    const raised = await context.database.db
      .updateTable('holds')
      .set({ attempt: attempt + 1 })
      .where('id', '=', hold.id)
      .where('attempt', '=', attempt)
      .where('status', '=', 'requested')
      .executeTakeFirst()
    // Someone else goes on with this hold.
    if (!raised.numUpdatedRows) return { kind: 'unknown', answered: false }
    attempt += 1
  }
}

/** One call, keyed by the hold's row and attempt so that asking again is the same hold. */
async function placeHold(context: Context, hold: HoldRow, payer: Payer): Promise<HoldAnswer> {
  try {
    const customer = await ensureProviderCustomer(context, payer)
    const intent = await context.stripe.paymentIntents.create(
      {
        amount: hold.amount_cents,
        currency: 'usd',
        customer,
        payment_method: hold.payment_method_id,
        allowed_payment_method_types: ['card'],
        capture_method: 'manual',
        confirm: true,
        // The hold lapses before most installations; the saved card lets a fresh one be placed.
        setup_future_usage: 'off_session',
        metadata: { hold_id: hold.id, appointment_id: hold.appointment_id },
        expand,
      },
      { idempotencyKey: `hold-${hold.id}-${hold.attempt}` },
    )
    return answerOfIntent(intent)
  } catch (error) {
    return answerOfError(error)
  }
}

/** Looks at the provider's state of a hold: by its intent, else among the customer's by the hold's id. Never places one. */
export async function lookUpHold(
  context: Context,
  hold: { id: string; provider_intent_id: string | null },
  userId: string,
): Promise<HoldAnswer> {
  try {
    if (hold.provider_intent_id !== null) {
      return answerOfIntent(await context.stripe.paymentIntents.retrieve(hold.provider_intent_id, { expand }))
    }
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
    return answerOfError(error)
  }
}

/** Releases a hold at the provider, or ends an unfinished one. `released`, or what stands in the way (`captured`), or `unknown`. */
export async function releaseHold(
  context: Context,
  hold: { id: string; provider_intent_id: string },
): Promise<HoldAnswer> {
  const { stripe } = context
  try {
    return answerOfIntent(
      await stripe.paymentIntents.cancel(
        hold.provider_intent_id,
        {},
        { idempotencyKey: `release-${hold.id}` },
      ),
    )
  } catch (error) {
    return await answerAfterConflict(stripe, hold.provider_intent_id, error)
  }
}

/** Captures `amountCents` of a live hold. `captured`, or the state that stands in the way, or `unknown`. */
export async function captureHold(
  context: Context,
  hold: { id: string; provider_intent_id: string },
  amountCents: number,
): Promise<HoldAnswer> {
  const { stripe } = context
  try {
    return answerOfIntent(
      await stripe.paymentIntents.capture(
        hold.provider_intent_id,
        { amount_to_capture: amountCents },
        { idempotencyKey: `capture-${hold.id}` },
      ),
    )
  } catch (error) {
    return await answerAfterConflict(stripe, hold.provider_intent_id, error)
  }
}

/** Refunds a captured hold in full. Returns the refund's id, or null when the outcome is unknown. */
export async function refundHold(
  context: Context,
  hold: { id: string; provider_intent_id: string },
  amountCents: number,
): Promise<string | null> {
  try {
    const refund = await context.stripe.refunds.create(
      { payment_intent: hold.provider_intent_id, amount: amountCents },
      { idempotencyKey: `refund-${hold.id}` },
    )
    return refund.id
  } catch (error) {
    answerOfError(error)
    return null
  }
}

/** When the provider says the intent is in another state than we thought, its state is the truth. */
async function answerAfterConflict(stripe: Stripe, intentId: string, error: unknown): Promise<HoldAnswer> {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code !== 'payment_intent_unexpected_state') return answerOfError(error)
  try {
    return answerOfIntent(await stripe.paymentIntents.retrieve(intentId, { expand }))
  } catch (lookUpError) {
    return answerOfError(lookUpError)
  }
}
