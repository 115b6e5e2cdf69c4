import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { endpoints, type Endpoint } from '../../contract/endpoints.ts'
import type { EndpointName } from '../../contract/routes.ts'
import { replace } from '../support/money.ts'
import { book } from '../support/orders.ts'
import { openShop, personWith } from '../support/people.ts'
import { startWorld, type World } from '../support/start-world.ts'
import { without } from './access-controls.ts'
import { batteryRun, firstOf } from './battery-run.ts'
import { mismatchOf, type Operation } from './open-api.ts'
import { attack, auditAmounts, changedRows, faultOf, readOperations, type Told } from './tamper-attack.ts'
import { openTamperFixture, type Tamperer, type TamperFixture } from './tamper-world.ts'

/** The size is the number of requests. */
const run = batteryRun('tamper', 300)
/** Requests of a control. */
const few = 100

let world: World
let fixture: TamperFixture
let operations: Operation[]
/** One documented answer of each call that gave any. */
const sound = new Map<string, Told>()

beforeAll(async () => {
  world = await startWorld({ REQUIRE_SECOND_FACTOR: 'on', LOG_LEVEL: 'error' })
  fixture = await openTamperFixture(world)
  operations = await readOperations(world)
})
afterAll(() => world.stop())

test(
  `no tampered call fails, breaks the document, changes a price or reaches foreign rows (seed ${run.seed})`,
  async () => {
    const found: string[] = []
    const statuses: Record<string, number> = {}
    const see = (told: Told): void => {
      const fault = faultOf(told)
      if (fault !== null) found.push(fault)
      else sound.set(told.attempt.operation.name, told)
      const kind = `${Math.floor(told.answer.status / 100)}xx`
      statuses[kind] = (statuses[kind] ?? 0) + 1
    }
    const prototype = Object.getOwnPropertyNames(Object.prototype).join()
    const part = { operations, chance: run.chance, see }
    const byOthers = Math.ceil(run.size * 0.8)
    const rows = await fixture.foreignRows()
    const among = ['visitor', 'customer', 'customer', 'approvedShop'] as const
    await attack(world, fixture, { ...part, among, from: 0, many: byOthers })
    found.push(...(await changedRows(fixture, rows)))
    // An administrator may change shops and appointments, but neither people nor their credentials.
    const personal = await fixture.foreignRows(true)
    const rest = { from: byOthers, many: run.size - byOthers }
    await attack(world, fixture, { ...part, among: ['administrator'], ...rest })
    found.push(...(await changedRows(fixture, personal, true)), ...(await fixture.promotions()))
    found.push(...(await auditAmounts(world, fixture)))
    if (Object.getOwnPropertyNames(Object.prototype).join() !== prototype)
      found.push('a prototype has changed')
    found.push(...world.logLines.map((line) => `logged: ${line.slice(0, 400)}`))
    run.report({
      requests: run.size,
      calls: sound.size,
      of: operations.length,
      ...statuses,
      booked: (await fixture.bookedIds()).length,
      wrong: found.length,
    })
    expect(firstOf(found)).toEqual([])
    expect(statuses['2xx']).toBeGreaterThan(run.size / 20)
  },
  run.patience(60),
)

test('control: each answer is found to break a document with another schema or without its status', () => {
  const unnoticed = [...sound.values()].flatMap(({ attempt: { operation }, answer }) => {
    const { status } = answer
    const documented = operation.responses.get(status)
    if (!documented) return []
    const wrong = { type: documented.type, schema: z.object({ nothingOfTheSort: z.string() }) }
    const without = new Map([...operation.responses].filter(([one]) => one !== status))
    const isJson = documented.type === 'application/json'
    const changed = isJson ? wrong : { type: 'application/json', schema: null }
    const seen = [without, new Map([[status, changed]])].map(
      (responses) => mismatchOf({ ...operation, responses }, answer) !== null,
    )
    return seen.every(Boolean) ? [] : [operation.name]
  })
  expect(unnoticed).toEqual([])
  expect(sound.size).toBeGreaterThan(operations.length / 2)
})

test(
  'control: a hold whose amount differs from the price is found',
  async () => {
    const before = await auditAmounts(world, fixture)
    replace(world.context.stripe.paymentIntents, 'create', (real) => (order, options) => {
      return real({ ...(order as object), amount: 100 }, options)
    })
    await fixture.renew()
    const asPerson = (who: Tamperer) => personWith(world, fixture.handOf(who).cookie ?? '')
    const { shopId } = await openShop(world, asPerson('administrator'))
    await book(world, asPerson('customer'), { shopId })
    expect((await auditAmounts(world, fixture)).length).toBeGreaterThan(before.length)
  },
  run.patience(0),
)

test(
  'control: without the ownership check, changed rows of other accounts are found',
  async () => {
    const rows = await fixture.foreignRows()
    const cell = {
      name: 'identity.changeProfile',
      method: 'PATCH',
      caller: 'customer',
      target: 'own',
    } as const
    const control = { name: cell.name, check: 'ownership', cell, seenAs: 'stranger' } as const
    await without(fixture.fixture, { dropsOrigin: false, closed: false }, control, () =>
      attack(world, fixture, {
        operations: operations.filter(({ name }) => name === control.name),
        among: ['customer'],
        chance: run.chance,
        from: run.size,
        many: few,
        see: () => undefined,
      }),
    )
    expect((await changedRows(fixture, rows)).length).toBeGreaterThan(0)
  },
  run.patience(0),
)

test(
  'control: without body validation, tampered calls fail',
  async () => {
    const attacked = operations.flatMap((one) => endpoints[one.name as EndpointName] ?? []) as Endpoint[]
    const withBody = attacked.filter(({ body }) => body !== undefined)
    const bodies = withBody.map(({ body }) => body)
    for (const endpoint of withBody) endpoint.body = z.any()
    const failed = new Set<string>()
    try {
      await attack(world, fixture, {
        operations: operations.filter(({ body, name }) => body !== null && !name.startsWith('beside')),
        among: ['visitor', 'customer', 'approvedShop', 'administrator'],
        chance: run.chance,
        from: run.size + few,
        many: few,
        see: (told) => {
          if (told.answer.status >= 500) failed.add(told.attempt.operation.name)
        },
      })
    } finally {
      withBody.forEach((endpoint, index) => {
        if (bodies[index]) endpoint.body = bodies[index]
      })
    }
    console.log(`▪ tamper: without the reading of bodies ${failed.size} calls of ${withBody.length} fail`)
    expect(failed.size).toBeGreaterThan(0)
  },
  run.patience(0),
)
