import type { Stripe } from 'stripe'
import type { World } from '../support/start-world.ts'
import type { Chance } from './chance.ts'

const webhookSecret = 'whsec_world'

/** Delivers the provider's events: it loses none but keeps no order. */
export type EventPost = {
  /** Collects the provider's new events. */
  collect(): Promise<void>
  /**
   * Delivers about that share of the waiting events, in any order, some of them twice. Returns their number.
   */
  deliver(share: number, chance: Chance): Promise<number>
  /** Sends forged events. Returns a sentence for each that was accepted. */
  forge(chance: Chance): Promise<string[]>
  /** Delivers events of payments that are not ours. Returns a sentence for each that was not answered 200. */
  tellOfStrangers(chance: Chance): Promise<string[]>
  waiting(): number
  /** The payment as it was delivered last. */
  lastToldOf(intentId: string): Stripe.PaymentIntent | undefined
  /** Counts so far: delivered events, refused forged ones, and those of unknown payments. */
  counts(): { deliveries: number; forged: number; unknown: number }
}

export function eventPost(world: World): EventPost {
  const { stripe, clock } = world.context
  let newest: string | undefined
  let waiting: Stripe.Event[] = []
  const counts = { deliveries: 0, forged: 0, unknown: 0 }
  const known: Stripe.Event[] = []
  const lastTold = new Map<string, Stripe.PaymentIntent>()

  const sign = (payload: string, secret: string, at: number): string =>
    stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp: Math.floor(at / 1000) })

  const post = async (payload: string, signature: string | undefined): Promise<number> => {
    const answer = await fetch(`${world.url}/api/webhooks/payments`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(signature === undefined ? {} : { 'stripe-signature': signature }),
      },
      body: payload,
    })
    await answer.text()
    return answer.status
  }

  const bring = async (event: Stripe.Event): Promise<void> => {
    const payload = JSON.stringify(event)
    const status = await post(payload, sign(payload, webhookSecret, clock.now()))
    if (status !== 200) throw new Error(`${event.type} was answered ${status}`)
    counts.deliveries += 1
    if (event.data.object.object === 'payment_intent') lastTold.set(event.data.object.id, event.data.object)
  }

  return {
    async collect() {
      for (;;) {
        const page = await stripe.events.list({
          limit: 100,
          ...(newest === undefined ? {} : { ending_before: newest }),
        })
        const [last] = page.data
        if (!last) return
        newest = last.id
        waiting.push(...page.data)
        known.push(...page.data)
      }
    },
    async deliver(share, chance) {
      const chosen = new Set(waiting.filter(() => chance.happens(share)))
      waiting = waiting.filter((event) => !chosen.has(event))
      // A delivered event may come again much later.
      const again = known.slice(-300).filter((event) => !waiting.includes(event) && chance.happens(0.02))
      const twice = [...chosen].filter(() => chance.happens(0.3))
      for (const event of chance.shuffled([...chosen, ...twice, ...again])) await bring(event)
      return chosen.size
    },
    async forge(chance) {
      const model = known.length > 0 ? chance.pick(known) : undefined
      if (!model) return []
      const forged = { ...model, id: `evt_forged_${chance.below(2 ** 31)}` }
      const payload = JSON.stringify(forged)
      const now = clock.now()
      const stale = now - chance.between(302, 100_000) * 1000
      const attempts: [string, number][] = [
        ['a foreign signature', await post(payload, sign(payload, 'whsec_of_someone_else', now))],
        ['an old signature', await post(payload, sign(payload, webhookSecret, stale))],
        ['a changed body', await post(payload, sign(JSON.stringify(model), webhookSecret, now))],
        ['no signature', await post(payload, undefined)],
      ]
      const { rowCount } = await world.context.database.pool.query(
        'select 1 from provider_events where id = $1',
        [forged.id],
      )
      const taken = attempts.filter(([, status]) => status !== 400)
      counts.forged += attempts.length
      return [
        ...taken.map(([what, status]) => `an event with ${what} was answered ${status}`),
        ...(rowCount === 0 ? [] : [`${forged.id} was stored`]),
      ]
    },
    async tellOfStrangers(chance) {
      const model = known.length > 0 ? chance.pick(known) : undefined
      if (!model) return []
      const id = `${chance.below(2 ** 31)}`
      const stranger = {
        ...model,
        id: `evt_stranger_${id}`,
        data: { object: { ...model.data.object, id: `pi_stranger_${id}` } },
      }
      const payload = JSON.stringify(stranger)
      const status = await post(payload, sign(payload, webhookSecret, clock.now()))
      counts.unknown += 1
      return status === 200 ? [] : [`an event of a payment that is not ours was answered ${status}`]
    },
    waiting: () => waiting.length,
    lastToldOf: (intentId) => lastTold.get(intentId),
    counts: () => ({ ...counts }),
  }
}
