import { Stripe } from 'stripe'
import { expect } from 'vitest'
import { dayOf } from '../../contract/time.ts'
import { reconcile } from '../../server/payments/reconcile.ts'
import { hour, patience, type MoneyWorld } from './money.ts'
import type { Answer, Person } from './people.ts'
import { shopZone } from './start-world.ts'

/** The price of an appointment of `bookCaptured`, in cents. */
export const price = 49_900
/** The provider's fee for a dispute, in cents. */
export const fee = 1500
/** The movements of a dispute that has just been opened. */
export const opened = ['dispute_opened', 'dispute_withdrawn', 'dispute_fee']

/**
 * A dispute as the provider states it. `at`: seconds after `from`, by default now. `amount` in cents, by
 * default the price.
 */
type Told = {
  id: string
  intentId: string | null
  status: string
  transactions?: number[]
  amount?: number
  from?: number
  at?: number
}

/** Helpers for tests about disputes, of one world. */
export function disputeDesk(world: MoneyWorld) {
  let [day, serial] = [0, 0]

  const detailsOf = async (id: string): Promise<Answer['body']> =>
    (await world.administrator.get(`/api/admin/appointments/${id}`)).body
  const disputesOf = async (id: string) =>
    (await world.movementsOf(id)).filter((one) => one.startsWith('dispute'))
  const attention = async (by: Person = world.administrator) => (await by.get('/api/admin/attention')).body

  /** Sends a signed event. */
  const post = async (event: object): Promise<number> => {
    const payload = JSON.stringify({ object: 'event', api_version: '2020-08-27', ...event })
    const signature = Stripe.webhooks.generateTestHeaderString({
      payload,
      secret: 'whsec_world',
      timestamp: Math.floor(world.context.clock.now() / 1000),
    })
    const answer = await fetch(`${world.url}/api/webhooks/payments`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      body: payload,
    })
    return answer.status
  }

  return {
    detailsOf,
    disputesOf,
    attention,
    post,
    /** A captured appointment, each on a time of its own. */
    async bookCaptured(): Promise<string> {
      const id = await world.book({
        date: `${world.day(day % 8)} ${['09:00', '13:00'][Math.floor(day / 8) % 2]}`,
      })
      day += 1
      expect((await world.capture(id)).status).toBe(200)
      await world.runJobs()
      return id
    },
    /** The differences between ledger and provider that concern an appointment's payment. */
    async differencesOf(id: string): Promise<string[]> {
      const { rows } = await world.context.database.pool.query(
        'select id from holds where appointment_id = $1',
        [id],
      )
      const { differences } = await reconcile(world.context)
      return differences.filter((one) =>
        [id, ...rows.map((row) => row.id)].some((known) => one.includes(known)),
      )
    },
    titlesOf: async (id: string): Promise<string[]> =>
      (await detailsOf(id)).timeline.map(({ title }: { title: string }) => title),
    itemOf: async (id: string) =>
      (await attention()).items.find(
        (item: { appointmentId: string; reason: string }) =>
          item.appointmentId === id && item.reason === 'payment_disputed',
      ),
    statement: async () =>
      (
        await world.administrator.get(
          `/api/admin/shops/5/statement?month=${dayOf(world.context.clock.now(), shopZone).slice(0, 7)}`,
        )
      ).body,
    refundedOf: async (id: string): Promise<number> => (await detailsOf(id)).refundedCents,
    intentOf: async (id: string): Promise<string> => (await world.intentsOf(id))[0].id,
    /** The webhook arrives on its own time; the jobs handle it then. */
    async eventually(work: () => Promise<void>): Promise<void> {
      await expect
        .poll(async () => {
          await world.runJobs()
          await work()
          return true
        }, patience)
        .toBe(true)
    },
    async expectMovements(id: string, movements: string[]): Promise<void> {
      await expect
        .poll(async () => {
          await world.runJobs()
          return disputesOf(id)
        }, patience)
        .toEqual(movements)
    },
    /** An event as the provider signs it, of a dispute that its API does not know. */
    async tell(type: string, dispute: Told): Promise<number> {
      const now = Math.floor(world.context.clock.now() / 1000)
      const status = await post({
        id: `evt_told_${(serial += 1)}`,
        created: (dispute.from ?? now) + (dispute.at ?? 0),
        type: `charge.dispute.${type}`,
        data: {
          object: {
            id: dispute.id,
            object: 'dispute',
            amount: dispute.amount ?? price,
            charge: 'ch_elsewhere',
            payment_intent: dispute.intentId,
            created: now - 60,
            currency: 'usd',
            reason: 'product_not_received',
            status: dispute.status,
            evidence_details: { due_by: now + 7 * 24 * hour, has_evidence: false },
            balance_transactions: (dispute.transactions ?? []).map((amount) => ({ amount, fee: 0 })),
          },
        },
      })
      await world.runJobs()
      return status
    },
  }
}
