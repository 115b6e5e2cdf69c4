import type { FastifyInstance } from 'fastify'
import { readSwitch } from '../switch.ts'
import type { CardProcessor } from './answer-request.ts'
import type { ApiHooks } from './api-routes.ts'
import { DISPUTE_TURNS, turnDispute } from './disputes.ts'
import { ProcessorError } from './processor-error.ts'

/**
 * POST /sandbox/payments/:id/dispute: the cardholder and the bank, who open and decide disputes. `amount` in
 * cents disputes a part of the payment.
 */
export function registerDisputes(
  app: FastifyInstance,
  { journal, clock }: CardProcessor,
  hooks: ApiHooks,
): void {
  app.post<{ Params: { id: string } }>('/sandbox/payments/:id/dispute', (request, reply) => {
    const { turn: wanted, amount } = readSwitch(request.body)
    const turn = DISPUTE_TURNS.find((one) => one === wanted)
    if (amount !== undefined && typeof amount !== 'number')
      return reply.code(400).send({ error: 'amount must be a number of cents' })
    if (!turn) return reply.code(400).send({ error: `turn must be one of ${DISPUTE_TURNS.join(', ')}` })
    const charge = journal.listBy('charge', 'payment_intent', request.params.id).at(-1)
    if (!charge) return reply.code(404).send({ error: 'There is no such payment' })
    hooks.beforeWork()
    try {
      const now = Math.floor(clock.now() / 1000)
      const dispute = journal.transaction((records) =>
        turnDispute({ records, now, requestId: '', idempotencyKey: null }, charge, turn, amount),
      )
      return typeof request.body === 'string' ? reply.redirect('/sandbox/payments', 303) : reply.send(dispute)
    } catch (error) {
      if (!(error instanceof ProcessorError)) throw error
      return reply.code(error.status).send({ error: error.message })
    } finally {
      hooks.afterWork()
    }
  })
}
