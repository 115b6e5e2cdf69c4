import type { Stripe } from '@stripe/stripe-js'
import { loadProductSettings } from '../layout/product-settings.ts'
import { forgetCardProvider, loadCardProvider } from './card-provider.ts'
import { ProviderTimeout, waitForProvider } from './wait-for-provider.ts'

async function askBank(stripe: Stripe, clientSecret: string): Promise<string | null> {
  const failure = 'Payment confirmation failed'
  try {
    const answer = await waitForProvider(stripe.handleNextAction({ clientSecret }), { person: true })
    return answer.error ? answer.error.message || failure : null
  } catch (error) {
    if (error instanceof ProviderTimeout) forgetCardProvider()
    return failure
  }
}

/**
 * Lets the customer confirm a hold with the bank, for as long as they need; after 20 seconds they can stop
 * waiting. Loads the provider's script where no card field has. Returns an error sentence on failure; the
 * server knows the outcome either way.
 */
export async function confirmHold(clientSecret: string): Promise<string | null> {
  let stripe: Stripe
  try {
    const { cards } = await loadProductSettings()
    stripe = await loadCardProvider(cards.scriptUrl, cards.publishableKey)
  } catch {
    return 'Your bank’s page couldn’t load. Check your connection and try again.'
  }
  return askBank(stripe, clientSecret)
}
