import { randomUUID } from 'node:crypto'
import { staffLineKinds } from '../../contract/payments/day-price.ts'
import type { DayPrice } from '../../contract/payments/price-endpoints.ts'
import { mailedPriceLinkOf } from '../../server/notifications/appointment-link.ts'
import { addLine, payAtShop, priceOf, refundPart, removePayment, signed } from '../support/day-prices.ts'
import type { MoneyWorld } from '../support/money.ts'
import { send, type Answer, type Person } from '../support/people.ts'
import { arriveNow } from '../support/work-orders.ts'
import type { Chance } from './chance.ts'
import { agreeToFee, feeDeeds } from './fee-mixes.ts'

export type Shop = { shopId: number; owner: Person; desk: Person }

/** How often each thing happened. */
export type Tally = Record<'answers' | 'refused' | 'crashes' | 'faults', number> & {
  /** Answers of 500 without a crash. */
  failed: string[]
}

/** A process that ends here: what it had not committed is gone, and its caller gets no true answer. */
class Crash extends Error {}

/**
 * Lets the product crash once, before or after the given one of its next transactions. Returns whether it
 * did, and ends the plan.
 */
function planCrash({ context: { database } }: MoneyWorld, turn: number, isAfter: boolean): () => boolean {
  const real = database.transaction
  let [left, crashed] = [turn, false]
  database.transaction = async (work) => {
    left -= 1
    const isNow = left === 0
    if (isNow) crashed = true
    if (isNow && !isAfter) throw new Crash('before a transaction')
    const result = await real(work)
    if (isNow) throw new Crash('after a transaction')
    return result
  }
  return () => {
    database.transaction = real
    return crashed
  }
}

const cards = [
  'pm_card_visa',
  'pm_card_visa',
  'pm_card_authenticationRequired',
  'pm_card_debit_incrementalAuthAuthorized',
  'pm_card_credit_disableEnterpriseCardFeatures',
  'pm_card_visa_overcapture',
  'pm_card_visa_allFeatures',
]
const faultModes = ['drop_answer', 'error_before', 'error_after', 'late', 'rate_limit'] as const

/**
 * The price on one random day: lines, agreements at the shop and by link, payments at the shop, captures,
 * refunds of parts, cancellations, disputes, new tax rates, holds that end, several people at once, a
 * provider whose answers are lost and a product that crashes. Every answer is one of the contract, but after
 * a crash.
 */
export async function livePriceMix(
  world: MoneyWorld,
  shop: Shop,
  chance: Chance,
  tally: Tally,
): Promise<string> {
  await world.context.database.pool.query('delete from rate_limits; delete from card_attempts')
  const id = await bookJob(world, shop, chance)
  let hasCrash = false
  const deeds = [
    ...Array.from({ length: 3 }, () => line),
    remove,
    agree,
    agree,
    agreeLinked,
    payPart,
    removePart,
    payAll,
    capture,
    capture,
    refund,
    refund,
    cancel,
    dispute,
    setTax,
    endHold,
    ...feeDeeds(world, { id, chance, person, answered }),
  ]
  for (let turn = chance.between(3, 9); turn > 0; turn -= 1) await disturbed(chance.pick(deeds))
  // Most days end with the payment.
  if (chance.happens(0.7)) await disturbed(capture)
  if (chance.happens(0.5)) await disturbed(refund)
  return id

  /** One deed, or the same one by two people, now and then with a provider or a product in trouble. */
  async function disturbed(deed: () => Promise<unknown>): Promise<void> {
    const hasFault = chance.happens(0.12)
    if (hasFault) {
      tally.faults += 1
      await world.faults({ mode: chance.pick(faultModes), count: chance.between(1, 2), delayMs: 20 })
    }
    hasCrash = chance.happens(0.15)
    const endCrash = hasCrash ? planCrash(world, chance.between(1, 4), chance.happens(0.5)) : () => false
    await Promise.all(Array.from({ length: chance.happens(0.15) ? 2 : 1 }, deed))
    if (endCrash()) {
      tally.crashes += 1
      // The leases of the dead process run out.
      await world.context.database.pool.query(
        `update holds set asked_until = null where appointment_id = $1 and asked_until < now() + interval '1 minute'`,
        [id],
      )
    }
    if (hasFault) await world.faults({ mode: 'none' })
  }

  async function answered(answer: Promise<Answer>): Promise<void> {
    const { status, body } = await answer
    tally.answers += 1
    if (status >= 400) tally.refused += 1
    if (status === 500 && !hasCrash) tally.failed.push(`appointment ${id}: ${JSON.stringify(body)}`)
  }

  function person(): Person {
    return chance.pick([shop.desk, shop.owner, world.administrator])
  }

  async function look(): Promise<DayPrice> {
    return priceOf(world.administrator, id)
  }

  async function line(): Promise<void> {
    const kind = chance.pick(staffLineKinds)
    const amountCents = chance.pick([1, 49, 1_999, 12_000, 25_050, 49_900, chance.between(1, 40_000)])
    await answered(addLine(person(), id, { kind, amountCents }))
  }

  async function remove(): Promise<void> {
    const { lines } = await look()
    if (lines.length === 0) return
    await answered(person().remove(`/api/admin/appointments/${id}/price/lines/${chance.pick(lines).id}`))
  }

  async function agree(): Promise<void> {
    const price = await look()
    const tip = chance.happens(0.3) ? { tipCents: chance.pick([0, 500, 4_999]) } : {}
    // Now and then of a page that is out of date.
    if (chance.happens(0.1)) await line()
    await answered(person().post(`/api/admin/appointments/${id}/price/agreement`, signed(price, tip)))
  }

  async function agreeLinked(): Promise<void> {
    const { rows } = await world.context.database.pool.query('select * from appointments where id = $1', [id])
    const token = new URL(mailedPriceLinkOf(world.context, rows[0])).hash.slice(1)
    const found = await send(world, 'POST', '/api/price/find', { body: { token } })
    if (found.status !== 200) return
    const body = { token, phoneEnd: '4417', ...signed(found.body) }
    const press = async () => send(world, 'POST', '/api/price', { body })
    const first = await press()
    await answered(Promise.resolve(first))
    if (first.body.requiresAction !== true) return
    const last = (await world.intentsOf(id)).at(-1)
    if (last?.status === 'requires_action' && chance.happens(0.8))
      await world.challenge(last.id, chance.happens(0.8) ? 'complete' : 'fail').catch(() => undefined)
    await answered(press())
  }

  /** The due amount of a page that is now and then out of date. */
  async function seeDue(): Promise<number> {
    const { dueCents } = await look()
    if (chance.happens(0.1)) await line()
    return dueCents
  }

  async function payPart(): Promise<void> {
    const amountCents = chance.pick([1, 5_000, 49_900, chance.between(1, 60_000)])
    await answered(payAtShop(person(), id, amountCents, { seenDueCents: await seeDue() }))
  }

  async function removePart(): Promise<void> {
    const { payments } = await look()
    if (payments.length > 0) await answered(removePayment(person(), id, chance.pick(payments).id))
  }

  async function payAll(): Promise<void> {
    if (chance.happens(0.5)) await answered(payAtShop(person(), id))
  }

  async function capture(): Promise<void> {
    if (chance.happens(0.3)) return answered(world.capture(id, person()))
    const seenDueCents = await seeDue()
    await answered(person().post(`/api/admin/appointments/${id}/capture`, { seenDueCents }))
  }

  async function refund(): Promise<void> {
    const { refundedCents, refundingCents } = await look()
    const amountCents = chance.pick([1, 999, 12_000, 24_950, chance.between(1, 50_000)])
    const seenRefundedCents = refundedCents + refundingCents
    const body = { id: randomUUID(), amountCents, seenRefundedCents }
    await answered(refundPart(person(), id, body))
    if (chance.happens(0.2)) await answered(refundPart(person(), id, body))
  }

  async function cancel(): Promise<void> {
    if (chance.happens(0.3)) await answered(world.cancel(id))
  }

  async function dispute(): Promise<void> {
    if (!chance.happens(0.25)) return
    // Not every payment can take the turn.
    const amount = chance.happens(0.5) ? undefined : 5_000
    await world.dispute(id, chance.pick(['open', 'win', 'lose']), amount).catch(() => undefined)
  }

  async function setTax(): Promise<void> {
    const taxRate = chance.pick([null, 7_250, 9_750, 10_250, chance.between(1, 30_000)])
    const percent = chance.pick([null, 1, 60, 100])
    const body = { taxRate, takesTips: chance.happens(0.8), shares: [{ packageId: 1, percent }] }
    await answered(shop.owner.post(`/api/admin/shops/${shop.shopId}/pricing`, body))
  }

  /** The bank ends a hold, as it does after a week. */
  async function endHold(): Promise<void> {
    const live = (await world.intentsOf(id)).filter(({ status }) => status === 'requires_capture')
    if (live.length > 0 && chance.happens(0.5))
      await world.context.stripe.paymentIntents.cancel(chance.pick(live).id).catch(() => undefined)
  }
}

async function bookJob(world: MoneyWorld, { shopId, desk }: Shop, chance: Chance): Promise<string> {
  const order = {
    shopId,
    date: `${world.day(0)} 09:00`,
    phone: '(626) 555-4417',
    paymentMethodId: chance.pick(cards),
  }
  const isAsked = order.paymentMethodId === 'pm_card_authenticationRequired'
  const id = await (isAsked ? world.bookConfirmed(order) : world.book(order))
  await arriveNow(world, desk, id)
  await agreeToFee(world, id, chance)
  return id
}

/** Brings the world to rest: every decision is sent again until the provider has answered it. */
export async function restPrices(world: MoneyWorld): Promise<void> {
  await world.faults({ mode: 'none' })
  await world.context.database.pool.query(`update holds set asked_until = null where asked_until is not null`)
  for (const seconds of [1, 31, 16 * 60, 3_700, 3_700]) {
    await world.advance(seconds)
    await world.runJobs()
    await world.context.database.pool.query(
      `update holds set asked_until = null where asked_until is not null`,
    )
  }
}

/**
 * Decisions that the provider has not answered in a world at rest. A refund waits while a dispute is open.
 */
export async function listUnderWay({ context }: MoneyWorld): Promise<string[]> {
  const { rows } = await context.database.pool.query<{ told: string }>(
    `select format('hold %s is %s for %s, with the dispute %s', h.id, h.status, h.purpose, d.status) as told
        from holds h left join disputes d on d.hold_id = h.id
        where h.status in ('requested', 'requires_action', 'capturing', 'releasing', 'refunding')
          and (h.status <> 'refunding' or d.status is null or d.status in ('won', 'lost'))
      union all
      select format('the raise %s is requested', id) from hold_increments where status = 'requested'
      union all
      select format('refund %s is requested, with the dispute %s', r.id, d.status)
        from refunds r left join disputes d on d.hold_id = r.hold_id
        where r.status = 'requested' and (d.status is null or d.status in ('won', 'lost'))`,
  )
  return rows.map(({ told }) => told)
}

/**
 * Refunds at the provider that no row explains, of jobs that were not cancelled: each refund was made once,
 * with its amount.
 */
export async function auditRefunds(world: MoneyWorld, ids: readonly string[]): Promise<string[]> {
  const { rows } = await world.context.database.pool.query<{ id: string; made: number }>(
    `select a.id, coalesce((select sum(r.amount_cents) from refunds r
        where r.appointment_id = a.id and r.status = 'made'), 0)::integer
        - coalesce((select sum(l.amount_cents) from ledger l where l.appointment_id = a.id
          and l.movement = 'refund_dropped'), 0)::integer
        + coalesce((select sum(r.amount_cents) from refunds r
          where r.appointment_id = a.id and r.status = 'dropped'), 0)::integer as made
      from appointments a where a.id = any($1::uuid[]) and a.state = 'completed'`,
    [ids],
  )
  const found: string[] = []
  const intents = await listAll(world)
  for (const { id, made } of rows) {
    const refunded = intents
      .filter((intent) => intent.metadata['appointment_id'] === id && intent.status === 'succeeded')
      .reduce((sum, { latest_charge: charge }) => {
        return charge ? sum + charge.amount_refunded - (charge.amount - charge.amount_captured) : sum
      }, 0)
    if (refunded !== made) found.push(`appointment ${id}: ${refunded} refunded, ${made} by its rows`)
  }
  return found
}

type Listed = {
  status: string
  metadata: Record<string, string>
  latest_charge: { amount: number; amount_captured: number; amount_refunded: number } | null
}

async function listAll({ sandboxUrl }: MoneyWorld): Promise<Listed[]> {
  return (await (await fetch(`${sandboxUrl}/sandbox/payments.json`)).json()) as Listed[]
}
