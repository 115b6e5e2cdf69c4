import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'

/**
 * Serves the file by which Apple verifies that this domain may show Apple Pay, where the operator has set its
 * content. https://docs.stripe.com/payments/payment-methods/pmd-registration
 */
export function registerApplePayDomain(app: FastifyInstance, { cards }: Pick<Config, 'cards'>): void {
  const { applePayDomain } = cards
  if (applePayDomain === undefined) return
  app.get(
    '/.well-known/apple-developer-merchantid-domain-association',
    { schema: { hide: true } },
    async (_request, reply) => reply.type('text/plain; charset=utf-8').send(applePayDomain),
  )
}
