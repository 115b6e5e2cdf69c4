import { Stripe } from 'stripe'
import type { Config } from '../config.ts'

/** The card provider's SDK at the configured address. Retries once with the same idempotency key; a call ends within 10 s. */
export function createStripeClient({ cards }: Config): Stripe {
  const api = cards.apiUrl === undefined ? null : new URL(cards.apiUrl)
  return new Stripe(cards.secretKey, {
    ...(api
      ? {
          host: api.hostname,
          port: api.port || (api.protocol === 'https:' ? '443' : '80'),
          protocol: api.protocol === 'https:' ? ('https' as const) : ('http' as const),
        }
      : {}),
    timeout: 4500,
    maxNetworkRetries: 1,
    telemetry: false,
    appInfo: { name: 'Dashfit' },
  })
}
