import { orderFor } from '../support/orders.ts'
import { outsideOf, type Intent, type Outside } from '../support/outside.ts'
import { signUp, type Answer, type Person } from '../support/people.ts'
import { startWorld, type World } from '../support/start-world.ts'
import { auditMoney } from './audit.ts'
import type { Chance } from './chance.ts'
import { inTurns } from './in-turns.ts'
import { widenShop } from './wide-shop.ts'

export type Fixture = { world: World; outside: Outside; customers: Person[]; stop(): Promise<void> }

const cards = {
  good: 'pm_card_visa',
  refused: 'pm_card_chargeDeclined',
  asks: 'pm_card_authenticationRequired',
} as const
type Card = keyof typeof cards

/** The steps of one customer and their answers; the last answer is the final one. */
export type Visit = {
  customer: Person
  card: Card
  answers: { status: number; seconds: number; body: Answer['body'] }[]
}

export async function openFixture(
  bays: number,
  people = 4,
  environment: Record<string, string> = {},
): Promise<Fixture> {
  const world = await startWorld({ LOG_LEVEL: 'error', ...environment })
  await widenShop(world.context.database.pool, bays)
  const customers = await inTurns(Array.from({ length: people }), 4, () => signUp(world))
  return { world, outside: outsideOf(world.sandboxUrl), customers, stop: () => world.stop() }
}

/** Books, and presses the button again, as the page says, while the outcome is unknown. */
export async function visit({ world, outside, customers }: Fixture, chance: Chance): Promise<Visit> {
  const customer = chance.pick(customers)
  const roll = chance.next()
  const card: Card = roll < 0.75 ? 'good' : roll < 0.9 ? 'refused' : 'asks'
  const key = { 'idempotency-key': `provider-${chance.below(2 ** 31)}-${chance.below(2 ** 31)}` }
  const order = orderFor(world, {
    date: `${chance.pick(world.bookableDays())} ${String(chance.between(9, 12)).padStart(2, '0')}:00`,
    productId: chance.between(1, 3),
    paymentMethodId: cards[card],
  })
  const made: Visit = { customer, card, answers: [] }
  const presses = chance.between(1, 3)
  const confirms = chance.happens(0.6)
  for (let press = 0; press < presses; press++) {
    const begun = performance.now()
    const { status, body } = await customer.post('/api/appointments', order, key)
    made.answers.push({ status, body, seconds: (performance.now() - begun) / 1000 })
    if (status !== 503) break
  }
  const last = made.answers.at(-1)
  if (confirms && last?.body.requiresAction === true)
    await outside.challenge(String(last.body.clientSecret).split('_secret')[0] ?? '', 'complete')
  return made
}

/** Restores the provider, moves the clock, and waits until all delayed work has run. */
export async function comeToRest({ world, outside }: Fixture): Promise<void> {
  await outside.faults({ mode: 'none' })
  for (const seconds of [1, 31, 31, 16 * 60, 31]) {
    await world.advance(seconds)
    await world.runJobs()
  }
}

const longestSeconds = 15
const expected = new Set([201, 402, 409, 503])

/** Answers that are not true, or came too late, in a world at rest. */
export async function auditVisits(fixture: Fixture, visits: readonly Visit[]): Promise<string[]> {
  const { pool } = fixture.world.context.database
  const intents = await fixture.outside.intents()
  const { rows } = await pool.query<{ id: string; state: string }>('select id, state from appointments')
  const stateOf = new Map(rows.map(({ id, state }) => [id, state]))
  const money = await auditMoney({ pool, intents, now: fixture.world.context.clock.now() })
  return [...money, ...auditTwice(intents), ...visits.flatMap((one) => auditVisit(one, stateOf))]
}

function auditVisit({ card, answers }: Visit, stateOf: ReadonlyMap<string, string>): string[] {
  const found: string[] = []
  for (const { status, seconds, body } of answers) {
    if (!expected.has(status)) found.push(`was answered ${status} ${JSON.stringify(body)}`)
    if (seconds > longestSeconds) found.push(`had the answer ${status} after ${seconds.toFixed(1)} s`)
    // Only the bank declines a card: a good one is never reported as declined.
    if (status === 402 && card === 'good') found.push(`was told: ${body.error}`)
  }
  const last = answers.at(-1)
  const state = stateOf.get(last?.body.id as string)
  if (last?.status === 201 && last.body.requiresAction === false && state !== 'booked')
    found.push(`was told to be booked, and is ${state}`)
  return found.map(
    (sentence) => `a ${card} card ${sentence} (${answers.map(({ status }) => status).join(', ')})`,
  )
}

/** Holds that the provider placed twice for one order, also where one of them was released since. */
export function auditTwice(intents: readonly Intent[]): string[] {
  const placed = new Map<string, number>()
  for (const { metadata, latest_charge: charge, status } of intents) {
    // A released hold is shown as refunded; a declined card held nothing.
    const isOver = status === 'canceled' && (charge?.amount_refunded ?? 0) > 0
    if (!isOver && status !== 'requires_capture' && status !== 'succeeded') continue
    const hold = metadata['hold_id'] ?? ''
    placed.set(hold, (placed.get(hold) ?? 0) + 1)
  }
  return [...placed]
    .filter(([, times]) => times > 1)
    .map(([hold, times]) => `${hold} was held ${times} times`)
}
