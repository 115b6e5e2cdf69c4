import { afterAll, beforeAll, expect, test } from 'vitest'
import { orderFor } from '../support/orders.ts'
import { signInAdministrator, signUp, type Person } from '../support/people.ts'
import { startWorld } from '../support/start-world.ts'
import { auditMoney, countDeadlocks } from './audit.ts'
import { batteryRun, firstOf } from './battery-run.ts'
import type { Chance } from './chance.ts'
import { inTurns } from './in-turns.ts'
import { outsideOf } from '../support/outside.ts'
import { act, type Action, type Arena, type Outcome, type Raced } from './race-actors.ts'
import { widenShop } from './wide-shop.ts'
import { removeRaceGuards } from './without-locks.ts'

/**
 * Races on one database before a fresh one is created, and races that begin at the same moment of the clock.
 */
const racesPerWorld = 480
const racesPerScene = 8
const hour = 3600

const run = batteryRun('races', 24)

type Scene = {
  /** The state of the appointment when all callers act on it. */
  moment: 'booked' | 'renewal due' | 'not renewed' | 'begun' | 'claimed'
  /** The callers; each number is a weight. */
  callers: Partial<Record<Action, number>>
}

const scenes: Record<string, Scene> = {
  held: {
    moment: 'booked',
    callers: {
      capture: 3,
      cancel: 2,
      'customer cancels': 2,
      package: 4,
      'replace card': 3,
      reschedule: 3,
      'bank confirms': 2,
      'bank refuses': 1,
      'settle holds': 1,
      'book again': 1,
    },
  },
  renewing: {
    moment: 'renewal due',
    callers: {
      'keep holds': 4,
      'confirm card': 2,
      'new card': 1,
      'replace card': 2,
      capture: 2,
      cancel: 1,
      'customer cancels': 2,
      package: 3,
      reschedule: 2,
      'bank confirms': 1,
    },
  },
  unheld: {
    moment: 'not renewed',
    callers: {
      capture: 5,
      'keep holds': 2,
      'confirm card': 3,
      'new card': 2,
      cancel: 2,
      'customer cancels': 2,
      package: 2,
      reschedule: 1,
      'bank confirms': 2,
    },
  },
  charging: { moment: 'not renewed', callers: { capture: 1 } },
  begun: {
    moment: 'begun',
    callers: { capture: 5, cancel: 2, 'confirm card': 1, 'keep holds': 1, 'settle holds': 1 },
  },
  claimed: {
    moment: 'claimed',
    callers: {
      'bank confirms': 3,
      'bank refuses': 1,
      'customer cancels': 2,
      cancel: 1,
      'book again': 4,
      'settle holds': 2,
      capture: 1,
    },
  },
}

/** The provider's behaviour meanwhile. A slow one widens the window between two callers. */
const providerFaults = [
  { mode: 'none' },
  { mode: 'slow', share: 0.4, delayMs: 30 },
  { mode: 'slow', share: 0.4, delayMs: 30 },
  { mode: 'error_before', share: 0.15 },
  { mode: 'error_after', share: 0.15 },
  { mode: 'drop_answer', share: 0.15 },
  { mode: 'any', share: 0.05, reads: true },
]

type OpenArena = Arena & { customers: Person[]; stop(): Promise<void> }

async function openArena(): Promise<OpenArena> {
  const world = await startWorld({ LOG_LEVEL: 'error' })
  await widenShop(world.context.database.pool, 60)
  const customers = await inTurns(Array.from({ length: 12 }), 4, () => signUp(world))
  return {
    world,
    processes: [world, await world.addProcess()],
    outside: outsideOf(world.sandboxUrl),
    administrator: await signInAdministrator(world),
    customers,
    stop: () => world.stop(),
  }
}

async function bookRaced(arena: OpenArena, chance: Chance, { moment }: Scene, day: string): Promise<Raced> {
  const { world, outside } = arena
  const customer = chance.pick(arena.customers)
  const wantsBank = moment === 'claimed' || chance.happens(0.2)
  for (;;) {
    const order = orderFor(world, {
      date: `${day} ${String(chance.between(9, 12)).padStart(2, '0')}:00`,
      productId: chance.between(1, 3),
      paymentMethodId: wantsBank ? 'pm_card_authenticationRequired' : 'pm_card_visa',
    })
    const key = `race-${chance.below(2 ** 31)}-${chance.below(2 ** 31)}`
    let answer = await customer.post('/api/appointments', order, { 'idempotency-key': key })
    if (answer.status === 409) continue
    if (answer.body.requiresAction === true && moment !== 'claimed') {
      await outside.challenge(String(answer.body.clientSecret).split('_secret')[0] ?? '', 'complete')
      answer = await customer.post('/api/appointments', order, { 'idempotency-key': key })
    }
    if (answer.status !== 201)
      throw new Error(`booking failed: ${answer.status} ${JSON.stringify(answer.body)}`)
    return { id: answer.body.id as string, customer, order, key }
  }
}

/**
 * Moves the clock to that many hours from the latest start; hold renewal pauses where it is to join the race.
 */
async function moveClockTo({ world }: Arena, raced: readonly Raced[], hours: number, keeperSleeps: boolean) {
  const { pool } = world.context.database
  const ids = raced.map(({ id }) => id)
  const nap = (value: string) =>
    pool.query(`update appointments set hold_failed_at = ${value} where id = any($1::uuid[])`, [ids])
  if (keeperSleeps) await nap('created_at')
  const { rows } = await pool.query<{ at: Date }>(
    'select max(starts_at) as at from appointments where id = any($1::uuid[])',
    [ids],
  )
  const at = (rows[0]?.at.getTime() ?? 0) + hours * hour * 1000
  await world.advance(Math.ceil((at - world.context.clock.now()) / 1000))
  if (keeperSleeps) await nap('null')
}

async function stage(arena: OpenArena, scene: Scene, chance: Chance, races: number): Promise<Raced[]> {
  // Late enough that the booking's hold has lapsed at the start.
  const day = arena.world.bookableDays()[chance.between(1, 8)] ?? ''
  const raced = await inTurns(Array.from({ length: races }), 4, (_, index) =>
    bookRaced(arena, chance.fork(index), scene, day),
  )
  if (scene.moment === 'renewal due') await moveClockTo(arena, raced, -71, true)
  if (scene.moment === 'not renewed') await moveClockTo(arena, raced, -1, true)
  if (scene.moment === 'begun') await moveClockTo(arena, raced, 1, false)
  return raced
}

function drawActions({ callers }: Scene, chance: Chance): Action[] {
  const hat = Object.entries(callers).flatMap(([action, weight]) =>
    Array.from({ length: weight }, () => action as Action),
  )
  return Array.from({ length: chance.between(2, 8) }, () => chance.pick(hat))
}

/** Runs all due jobs on every process at once, then moves the clock past every timeout of the product. */
async function comeToRest({ world, processes, outside }: Arena): Promise<void> {
  await outside.faults({ mode: 'none' })
  for (const seconds of [1, 31, 31, 16 * 60, 31]) {
    await world.advance(seconds)
    await Promise.all(processes.map((one) => one.runJobs()))
  }
}

const expected = new Set([200, 201, 402, 404, 409, 422, 503])

/** Answers that are not true in the end, or that no caller may ever get. */
async function auditOutcomes(
  { world }: Arena,
  raced: Raced,
  outcomes: readonly Outcome[],
): Promise<string[]> {
  const { rows } = await world.context.database.pool.query<{ state: string; package_id: number }>(
    'select state, package_id from appointments where id = $1',
    [raced.id],
  )
  const { state, package_id: packageId } = rows[0] ?? { state: 'gone', package_id: 0 }
  const found = outcomes
    .filter(({ status }) => !expected.has(status))
    .map(({ action, status, body }) => `${action} was answered ${status} ${JSON.stringify(body)}`)
  const isDone = (...done: Action[]) =>
    outcomes.some(({ action, status }) => done.includes(action) && status === 200)
  if (isDone('cancel', 'customer cancels') && state !== 'cancelled') found.push(`cancelled, and is ${state}`)
  if (isDone('capture') && state !== 'completed' && state !== 'cancelled')
    found.push(`captured, and is ${state}`)
  const changes = outcomes.filter(({ action }) => action === 'package')
  const [only] = changes
  if (changes.length === 1 && only?.status === 200 && only.body.requiresAction !== true) {
    if (packageId !== only.wanted) found.push(`changed to package ${only.wanted}, and is ${packageId}`)
  }
  return found.map((sentence) => `${raced.id}: ${sentence} (${outcomes.map(describe).join(', ')})`)
}

function describe({ action, status }: Outcome): string {
  return `${action} ${status}`
}

type Tally = { races: number; calls: number; found: string[] }

async function raceScene(
  arena: OpenArena,
  name: string,
  chance: Chance,
  { races, weather = chance.pick(providerFaults) }: { races: number; weather?: object },
): Promise<Tally> {
  const scene = scenes[name]
  if (!scene) throw new Error(`there is no scene ${name}`)
  const raced = await stage(arena, scene, chance, races)
  await arena.outside.faults({ ...weather, seed: chance.below(2 ** 31) })
  const outcomes = await inTurns(raced, 4, (one, index) => {
    const own = chance.fork(1000 + index)
    return Promise.all(
      drawActions(scene, own).map((action, caller) => act(arena, one, action, own.fork(caller))),
    )
  })
  await comeToRest(arena)
  const { pool } = arena.world.context.database
  const now = arena.world.context.clock.now()
  const money = await auditMoney({
    pool,
    intents: await arena.outside.intents(),
    now,
    ids: raced.map(({ id }) => id),
  })
  const told = await Promise.all(raced.map((one, index) => auditOutcomes(arena, one, outcomes[index] ?? [])))
  const found = [...money, ...told.flat()].map((sentence) => `${name}: ${sentence}`)
  return { races, calls: outcomes.flat().length, found }
}

let arena: OpenArena
beforeAll(async () => {
  arena = await openArena()
})
afterAll(() => arena.stop())

test(
  `${run.size} races for the money of one appointment leave one consistent state (seed ${run.seed})`,
  async () => {
    const total: Tally = { races: 0, calls: 0, found: [] }
    let deadlocks = 0
    const names = Object.keys(scenes)
    for (let scene = 0; total.races < run.size && total.found.length < 50; scene++) {
      const races = Math.min(racesPerScene, run.size - total.races)
      const part = await raceScene(arena, names[scene % names.length] ?? 'held', run.chance.fork(scene), {
        races,
      })
      total.races += races
      total.calls += part.calls
      total.found.push(...part.found)
      const isUsedUp = total.races % racesPerWorld === 0
      if (isUsedUp || total.races === run.size) {
        const { pool } = arena.world.context.database
        deadlocks += await countDeadlocks(pool)
        total.found.push(...arena.world.logLines.map((line) => `logged: ${line}`))
        const intents = await arena.outside.intents()
        total.found.push(...(await auditMoney({ pool, intents, now: arena.world.context.clock.now() })))
      }
      if (isUsedUp && total.races < run.size) {
        await arena.stop()
        arena = await openArena()
      }
    }
    run.report({ races: total.races, calls: total.calls, wrong: total.found.length, deadlocks })
    expect(firstOf(total.found)).toEqual([])
    expect(deadlocks).toBe(0)
  },
  run.patience(2000),
)

test('control: without the lock on the appointment, the indexes and the guard in the update a payment is taken twice', async () => {
  const open = await openArena()
  try {
    await removeRaceGuards(open.processes)
    const weather = { mode: 'slow', share: 0.4, delayMs: 30 }
    const twice: string[] = []
    // One scene may pass by chance.
    for (let scene = 1; scene <= 5 && twice.length === 0; scene += 1) {
      const chance = run.chance.fork(-scene)
      const { found } = await raceScene(open, 'charging', chance, { races: racesPerScene, weather })
      twice.push(...found.filter((sentence) => /it was charged \d times/.test(sentence)))
    }
    expect(twice).not.toEqual([])
  } finally {
    await open.stop()
  }
}, 120_000)
