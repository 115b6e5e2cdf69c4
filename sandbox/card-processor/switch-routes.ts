import type { FastifyInstance } from 'fastify'
import type { Journal } from '../journal.ts'
import { changeCards, currentCards, parseCardOrder } from './card-switches.ts'
import { currentFeatures, parseFeatureSwitches, setFeatures } from './card-features.ts'
import { currentFaults, parseFaultPlan, setFaults } from './faults.ts'
import type { ProcessorRecords } from './records.ts'
import { answerSwitch, isRefusal } from '../switch.ts'
import { currentWebhooks, parseWebhookSwitches, setWebhooks } from './webhook-switches.ts'
import { currentWallets, parseWalletSwitches, setWallets } from './wallet-switches.ts'
import type { Webhooks } from './webhooks.ts'

/**
 * The switches for faults, behaviour of saved cards, features of holds, wallets and webhook delivery: `GET`
 * reads a switch, `POST` sets it.
 */
export function registerSwitches(
  app: FastifyInstance,
  journal: Journal<ProcessorRecords>,
  webhooks: Webhooks,
): void {
  const webhookState = (): object => ({ ...currentWebhooks(journal), waiting: webhooks.waiting() })

  app.get('/sandbox/faults', () => currentFaults(journal))
  app.post('/sandbox/faults', (request, reply) =>
    answerSwitch(request, reply, (fields) => {
      const plan = parseFaultPlan(fields)
      if (isRefusal(plan)) return plan
      setFaults(journal, plan)
      return plan
    }),
  )

  app.get('/sandbox/cards', () => currentCards(journal))
  app.post('/sandbox/cards', (request, reply) =>
    answerSwitch(request, reply, (fields) => {
      const order = parseCardOrder(fields)
      if (isRefusal(order)) return order
      const changed = changeCards(journal, order)
      return isRefusal(changed) ? changed : { changed, ...currentCards(journal) }
    }),
  )

  app.get('/sandbox/features', () => currentFeatures(journal))
  app.post('/sandbox/features', (request, reply) =>
    answerSwitch(request, reply, (fields) => {
      const switches = parseFeatureSwitches(currentFeatures(journal), fields)
      if (isRefusal(switches)) return switches
      setFeatures(journal, switches)
      return switches
    }),
  )

  app.get('/sandbox/wallets', () => currentWallets(journal))
  app.post('/sandbox/wallets', (request, reply) =>
    answerSwitch(request, reply, (fields) => {
      const switches = parseWalletSwitches(currentWallets(journal), fields)
      if (isRefusal(switches)) return switches
      setWallets(journal, switches)
      return switches
    }),
  )

  app.get('/sandbox/webhooks', webhookState)
  app.post('/sandbox/webhooks', (request, reply) =>
    answerSwitch(request, reply, (fields) => {
      const switches = parseWebhookSwitches(currentWebhooks(journal), fields)
      if (isRefusal(switches)) return switches
      setWebhooks(journal, switches)
      webhooks.send()
      return webhookState()
    }),
  )
}
