import { Stripe } from 'stripe'
import { walletOf, type Wallet } from '../../../contract/payments/card-brand.ts'
import { declineSentences } from '../../../contract/payments/decline-words.ts'
import { refuse } from '../../../contract/refusals.ts'
import type { Context } from '../../context.ts'
import { answerOfFailure } from './intents.ts'

export type CardIdentity = { fingerprint: string; wallet: Wallet | null }

/**
 * The provider's fingerprint of a card number, the same for every payment method made of that number, and the
 * card's wallet. While the provider does not tell them, each payment method counts as a card of its own, so
 * that an outage neither ends bookings nor lifts a limit. Refuses an unusable card as `card_refused`.
 */
export async function identifyCard(context: Context, paymentMethodId: string): Promise<CardIdentity> {
  try {
    const { card } = await context.stripe.paymentMethods.retrieve(paymentMethodId)
    return { fingerprint: card?.fingerprint ?? paymentMethodId, wallet: walletOf(card?.wallet?.type) }
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError)
      return refuse('card_refused', {
        sentence: declineSentences.unusable,
        field: 'paymentMethodId',
      })
    if (answerOfFailure(context, error).kind !== 'unknown') throw error
    context.log.warn({ err: error }, 'the fingerprint of a card is unknown, so the card counts as a new one')
    return { fingerprint: paymentMethodId, wallet: null }
  }
}
