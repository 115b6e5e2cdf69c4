import { afterAll, beforeAll, expect, test } from 'vitest'
import { usualWeek } from '../support/people.ts'
import { auditMoney, countDeadlocks } from './audit.ts'
import { batteryRun, firstOf } from './battery-run.ts'
import type { Chance } from './chance.ts'
import { findOverlaps } from './bay-audit.ts'
import { auditHours, type Hour } from './hour-audit.ts'
import { bookAt, openMixedFixture, type MixedFixture } from './mixed-world.ts'
import { auditAllHours, doAtOnce, playWave, type Wave } from './mixed-waves.ts'
import { misreadStates, removeBayConstraint, removeShopTurn } from './without-slot-guards.ts'

const deedsPerWave = 250
/** Deeds on one database before a fresh one is created. */
const deedsPerWorld = 2500
const deedsPerControl = 60

/** The size is the number of operations. */
const run = batteryRun('mixed', 100)

async function auditFixture({ world, outside }: MixedFixture): Promise<string[]> {
  const { pool } = world.context.database
  const intents = await outside.intents()
  const money = await auditMoney({ pool, intents, now: world.context.clock.now() })
  return [...money, ...world.logLines.map((line) => `logged: ${line}`)]
}

const countOf = (found: readonly string[], pattern: RegExp): number =>
  found.filter((sentence) => pattern.test(sentence)).length

let fixture: MixedFixture
beforeAll(async () => {
  fixture = await openMixedFixture()
})
afterAll(() => fixture.stop())

test(
  `${run.size} mixed operations of 16 callers lose no hour and no cent (seed ${run.seed})`,
  async () => {
    const total: Wave = { found: [], deeds: 0, done: 0, refused: 0, hours: 0, probes: 0 }
    let deadlocks = 0
    while (total.deeds < run.size && total.found.length < 50) {
      const deeds = Math.min(deedsPerWave, run.size - total.deeds)
      const wave = await playWave(fixture, deeds, run.chance.fork(total.deeds))
      total.found.push(...wave.found)
      for (const key of ['deeds', 'done', 'refused', 'hours', 'probes'] as const) total[key] += wave[key]
      const isUsedUp = total.deeds % deedsPerWorld === 0
      if (!isUsedUp && total.deeds < run.size) continue
      total.found.push(...(await auditFixture(fixture)))
      deadlocks += await countDeadlocks(fixture.world.context.database.pool)
      if (total.deeds < run.size) {
        await fixture.stop()
        fixture = await openMixedFixture()
      }
    }
    run.report({
      operations: total.deeds,
      done: total.done,
      refused: total.refused,
      'hours compared': total.hours,
      'hours tried': total.probes,
      overlaps: countOf(total.found, /is taken twice/),
      'lost hours': countOf(total.found, /^lost hour/),
      'ghost hours': countOf(total.found, /^ghost hour/),
      deadlocks,
      wrong: total.found.length,
    })
    expect(firstOf(total.found)).toEqual([])
    expect(deadlocks).toBe(0)
  },
  run.patience(120),
)

/**
 * The built-in shop with its usual hours, one hour that is taken in every bay, and one that was taken and is
 * free again.
 */
async function tidyShop(chance: Chance): Promise<void> {
  const { administrator, world } = fixture
  const answers = [
    await administrator.patch('/api/admin/shops/5/status', { status: 'approved' }),
    await administrator.patch('/api/admin/shops/5', { businessHours: usualWeek }),
    await administrator.post('/api/admin/shops/5/bays', { name: 'Bay of the control' }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 201])
  const { free } = await auditHours(world, world, { shopId: 5, productId: 1 })
  const [kept, given] = [await fillBays(free.at(0), chance), await fillBays(free.at(-1), chance)]
  expect(kept.length * given.length).toBeGreaterThan(0)
  for (const id of given) {
    const { status } = await administrator.patch(`/api/admin/appointments/${id}/status`, {
      status: 'cancelled',
    })
    expect(status).toBe(200)
  }
}

/** Books an hour until no bay is left. */
async function fillBays(hour: Hour | undefined, chance: Chance): Promise<string[]> {
  const ids: string[] = []
  for (;;) {
    const answer = hour && (await bookAt(fixture, hour, chance))
    if (answer?.status !== 201) return ids
    ids.push(answer.body.id as string)
  }
}

test('control: free times computed from the wrong states have lost hours or ghost hours', async () => {
  const chance = run.chance.fork(-1)
  await tidyShop(chance)
  let restore = misreadStates(fixture.processes, `'claimed', 'booked', 'completed', 'cancelled'`)
  expect(countOf((await auditAllHours(fixture, chance)).found, /^lost hour/)).toBeGreaterThan(0)
  restore()
  restore = misreadStates(fixture.processes, `'claimed', 'completed'`)
  const { found } = await auditAllHours(fixture, chance)
  expect(countOf(found, /^ghost hour.* cannot be booked$/)).toBeGreaterThan(0)
  restore()
  expect((await auditAllHours(fixture, chance)).found).toEqual([])
})

test('control: without the shop row lock and the constraint, bays are double-booked', async () => {
  const { pool } = fixture.world.context.database
  await removeBayConstraint(pool)
  await removeShopTurn(pool)
  fixture.busyDays = [7]
  const found: string[] = []
  // One wave may pass by chance.
  for (let wave = 2; wave <= 8 && found.length === 0; wave++) {
    await doAtOnce(fixture, deedsPerControl, run.chance.fork(-wave), ['book', 'book', 'move', 'swap'])
    found.push(...(await findOverlaps(pool)))
  }
  expect(found).not.toEqual([])
})
