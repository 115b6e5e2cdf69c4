import { Stripe } from 'stripe'
import type { Config } from '../../config.ts'
import type { Telemetry } from '../../telemetry/telemetry.ts'
import { boundedHttp } from './bounded-http.ts'
import { observedHttp } from './observed-http.ts'

/**
 * The card provider's SDK at the configured address. A call times out after 4 s and is not retried by the
 * SDK: each caller decides how to handle an unknown outcome.
 */
export function createStripeClient({ cards }: Config, telemetry?: Telemetry): Stripe {
  const api = cards.apiUrl === undefined ? null : new URL(cards.apiUrl)
  return new Stripe(cards.secretKey, {
    ...(api
      ? {
          host: api.hostname,
          port: api.port || (api.protocol === 'https:' ? '443' : '80'),
          protocol: api.protocol === 'https:' ? ('https' as const) : ('http' as const),
        }
      : {}),
    httpClient: telemetry ? observedHttp(boundedHttp(), telemetry) : boundedHttp(),
    timeout: 4000,
    maxNetworkRetries: 0,
    telemetry: false,
    appInfo: { name: 'Dashfit' },
  })
}
