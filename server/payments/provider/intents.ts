import { Stripe } from 'stripe'
import type { Context } from '../../context.ts'
import { answerOfError, isKeyRefused, type HoldAnswer } from './hold-answer.ts'

/** Every answer about a payment intent carries its charge with the refunds. */
export const expand = ['latest_charge.refunds']

/** Finds a payment by its id; null for a missing one, `unknown` without an answer. */
export async function findIntent(
  { stripe }: Context,
  intentId: string,
): Promise<Stripe.PaymentIntent | null | 'unknown'> {
  try {
    return await stripe.paymentIntents.retrieve(intentId, { expand })
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode === 404) return null
    if (answerOfError(error).kind === 'unknown') return 'unknown'
    throw error
  }
}

/** Translates a failed call. A rejected secret key is logged, because no money moves with it. */
export function answerOfFailure(context: Context, error: unknown): HoldAnswer {
  if (isKeyRefused(error)) {
    context.log.error({ err: error }, 'the card provider does not take the secret key: no money moves')
  }
  return answerOfError(error)
}

const pageSize = 100

/**
 * Lists the provider's payments, newest first, page by page, each with its charge and refunds. Throws when it
 * does not answer.
 */
export async function* listIntentPages(
  { stripe }: Pick<Context, 'stripe'>,
  filter: Stripe.PaymentIntentListParams,
): AsyncGenerator<Stripe.PaymentIntent[]> {
  let after: string | undefined
  for (;;) {
    const page = await stripe.paymentIntents.list({
      ...filter,
      limit: pageSize,
      expand: ['data.latest_charge.refunds'],
      ...(after === undefined ? {} : { starting_after: after }),
    })
    yield page.data
    after = page.data.at(-1)?.id
    if (!page.has_more || after === undefined) return
  }
}
