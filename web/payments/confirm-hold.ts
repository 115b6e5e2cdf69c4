import type { Stripe } from '@stripe/stripe-js'
import { loadProductSettings } from '../layout/product-settings.ts'
import { loadCardProvider } from './card-provider.ts'

/** Lets the person confirm a hold with their bank. Answers a sentence when that did not succeed; the server knows the truth either way. */
export async function confirmHold(stripe: Stripe, clientSecret: string): Promise<string | null> {
  const failure = 'Payment confirmation failed'
  try {
    const answer = await stripe.confirmCardPayment(clientSecret)
    return answer.error ? answer.error.message || failure : null
  } catch {
    return failure
  }
}

/** The same on the saved card, where no card field is on screen: the provider's script comes only now. */
export async function confirmSavedCard(clientSecret: string): Promise<string | null> {
  let stripe: Stripe
  try {
    const { cards } = await loadProductSettings()
    stripe = await loadCardProvider(cards.scriptUrl, cards.publishableKey)
  } catch {
    return 'Your bank’s page could not be loaded. Please check your network and try again.'
  }
  return confirmHold(stripe, clientSecret)
}
