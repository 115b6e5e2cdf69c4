import { Stripe } from 'stripe'
import { afterAll, expect, test } from 'vitest'
import { batteryRun, firstOf } from './battery-run.ts'
import type { Chance } from './chance.ts'
import {
  auditTwice,
  auditVisits,
  comeToRest,
  openFixture,
  visit,
  type Fixture,
  type Visit,
} from './provider-world.ts'

/** Bookings before a fresh database is created. */
const bookingsPerWorld = 960

const run = batteryRun('provider', 30)
/** A sample has no time to wait for a provider that is silent for seconds. */
const isWhole = run.size > 500
const bookingsPerScene = isWhole ? 120 : 15

/**
 * The faults of a provider on a bad day. Reads (GET) may fail, but do not lie: they are the only source of
 * the truth.
 */
const quickFaults = [
  { mode: 'lie', share: 0.7 },
  { mode: 'slow', share: 0.8, delayMs: 700, reads: true },
  { mode: 'error_after', share: 0.5, reads: true },
  { mode: 'drop_answer', share: 0.5, reads: true },
  { mode: 'lie', share: 0.4 },
  { mode: 'error_before', share: 0.4, reads: true },
  { mode: 'rate_limit', share: 0.5, reads: true },
]
const slowFaults = [
  { mode: 'slow', share: 1, delayMs: 3900, reads: true },
  { mode: 'slow', share: 0.8, delayMs: 6000 },
  { mode: 'any', share: 0.4, reads: true, delayMs: 5000 },
  { mode: 'timeout', share: 1, reads: true },
  { mode: 'drip', share: 0.5, reads: true },
  { mode: 'slow', share: 0.5, delayMs: 3900, reads: true },
  { mode: 'timeout', share: 0.5, reads: true },
]
const providerFaults = quickFaults.flatMap((quick, index) =>
  isWhole ? [quick, slowFaults[index] ?? quick] : [quick],
)

async function playScene(
  fixture: Fixture,
  chance: Chance,
  weather: object,
  bookings: number,
): Promise<Visit[]> {
  await fixture.outside.faults({ ...weather, seed: chance.below(2 ** 31) })
  return Promise.all(Array.from({ length: bookings }, (_, index) => visit(fixture, chance.fork(index))))
}

let fixture: Fixture | undefined
afterAll(() => fixture?.stop())

test(
  `${run.size} bookings at a slow, silent or lying provider get a true answer in time (seed ${run.seed})`,
  async () => {
    const found: string[] = []
    const told: Record<number, number> = {}
    let [played, scene, slowest] = [0, 0, 0]
    while (played < run.size && found.length < 50) {
      const ofFixture = Math.min(bookingsPerWorld, run.size - played)
      await fixture?.stop()
      fixture = await openFixture(isWhole ? 120 : 60, isWhole ? 16 : 4)
      const visits: Visit[] = []
      while (visits.length < ofFixture) {
        const chance = run.chance.fork(scene)
        const bookings = Math.min(bookingsPerScene, ofFixture - visits.length)
        visits.push(
          ...(await playScene(
            fixture,
            chance,
            providerFaults[scene % providerFaults.length] ?? {},
            bookings,
          )),
        )
        scene += 1
      }
      await comeToRest(fixture)
      found.push(...(await auditVisits(fixture, visits)), ...fixture.world.logLines.filter(isOdd))
      for (const { status, seconds } of visits.flatMap(({ answers }) => answers)) {
        told[status] = (told[status] ?? 0) + 1
        slowest = Math.max(slowest, seconds)
      }
      played += visits.length
    }
    run.report({
      bookings: played,
      ...Object.fromEntries(Object.entries(told).map(([status, count]) => [`told ${status}`, count])),
      'slowest s': slowest.toFixed(1),
      wrong: found.length,
    })
    expect(firstOf(found)).toEqual([])
    expect(told[201] ?? 0).toBeGreaterThan(0)
  },
  run.patience(400),
)

function isOdd(line: string): boolean {
  return /a request failed|could not be/.test(line)
}

test('control: with a key of its own for each attempt, a slow provider holds twice', async () => {
  fixture ??= await openFixture(60)
  const { context } = fixture.world
  // All times are a tenth.
  const { hostname, port } = new URL(fixture.world.sandboxUrl)
  context.stripe = new Stripe('sk_test_sandbox', {
    host: hostname,
    port,
    protocol: 'http',
    timeout: 400,
    maxNetworkRetries: 0,
  })
  const { paymentIntents } = context.stripe
  const create = paymentIntents.create.bind(paymentIntents)
  let tries = 0
  paymentIntents.create = (params: Stripe.PaymentIntentCreateParams) =>
    create(params, { idempotencyKey: `try-${++tries}` })
  const twice: string[] = []
  // One scene may pass by chance.
  for (let scene = 1; scene <= 6 && twice.length === 0; scene += 1) {
    await playScene(fixture, run.chance.fork(-scene), { mode: 'slow', share: 0.8, delayMs: 700 }, 15)
    twice.push(...auditTwice(await fixture.outside.intents()))
  }
  expect(twice).not.toEqual([])
}, 120_000)
