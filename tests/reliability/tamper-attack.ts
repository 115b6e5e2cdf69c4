import { Agent } from 'node:http'
import { endpoints, type Endpoint } from '../../contract/endpoints.ts'
import type { EndpointName } from '../../contract/routes.ts'
import { listIntents } from '../support/orders.ts'
import type { World } from '../support/start-world.ts'
import { auditMoney } from './audit.ts'
import { auditPrices } from './audit-prices.ts'
import type { Chance } from './chance.ts'
import { inTurns } from './in-turns.ts'
import { mismatchOf, operationsOf, type Answer, type OpenApi, type Operation } from './open-api.ts'
import { describe, makeAttempt, sendAttempt, type Attempt } from './tamper-attempts.ts'
import type { Tamperer, TamperFixture } from './tamper-world.ts'

export type Told = { attempt: Attempt; answer: Answer }

const batch = 500

/** The calls that decide about money: drawn six times as often as others. */
const moneyCalls =
  /^(appointments\.(book|change|confirmCard|replaceCard)|admin\.(capturePayment|changeStatus))$/

/** Machine routes outside the document, which need a secret: other callers get one of these statuses. */
const machineRoutes = new Map(
  [400, 403, 413, 415].map((status) => [status, { type: 'application/json', schema: null }]),
)
const beside: Operation[] = ['/api/webhooks/payments', '/api/sandbox/clock'].map((path) => ({
  name: `beside ${path}`,
  method: 'POST',
  path,
  parameters: [],
  body: { type: 'object', properties: { offsetSeconds: { type: 'integer' }, id: { type: 'string' } } },
  responses: machineRoutes,
}))

/** Every operation of the product's own document. */
export async function readOperations(world: World): Promise<Operation[]> {
  const document = (await (await fetch(`${world.url}/api/openapi.json`)).json()) as OpenApi
  return [...operationsOf(document), ...beside]
}

/** Mostly a person who may call the operation, sometimes another. */
function callerFor({ name }: Operation, among: readonly Tamperer[], chance: Chance): Tamperer {
  const endpoint: Endpoint | undefined = endpoints[name as EndpointName]
  const letIn = among.filter((who) => {
    const role = who === 'approvedShop' ? 'shop' : who
    return !Array.isArray(endpoint?.audience) || endpoint.audience.includes(role)
  })
  return chance.pick(letIn.length > 0 && chance.happens(0.85) ? letIn : among)
}

export type Attack = {
  operations: readonly Operation[]
  among: readonly Tamperer[]
  chance: Chance
  /** The number of the first attempt, which separates the random numbers of two attacks. */
  from: number
  many: number
  see: (told: Told) => void
}

/** Sends that many tampered requests as these people. */
export async function attack(
  world: World,
  fixture: TamperFixture,
  { operations, among, chance: whole, from, many, see }: Attack,
): Promise<void> {
  const agent = new Agent({ keepAlive: true })
  const weighed = operations.flatMap((one) => Array<Operation>(moneyCalls.test(one.name) ? 6 : 1).fill(one))
  for (let begun = 0; begun < many; begun += batch) {
    await fixture.renew()
    const indexes = Array.from({ length: Math.min(batch, many - begun) }, (_, index) => from + begun + index)
    await inTurns(indexes, 4, async (index) => {
      const chance = whole.fork(index)
      const operation = chance.pick(weighed)
      const attempt = makeAttempt(operation, fixture.handOf(callerFor(operation, among, chance)), chance)
      // Sign-out uses a session that was made for it.
      if (operation.name === 'identity.signOut' && attempt.headers['cookie'])
        attempt.headers['cookie'] = (await fixture.fixture.makeSession('customer')).cookie
      see({ attempt, answer: await sendAttempt(agent, world.url, attempt) })
    })
  }
  agent.destroy()
}

/** The fault in an answer, or null. */
export function faultOf({ attempt, answer }: Told): string | null {
  const { status, text } = answer
  if (status >= 500) return `${describe(attempt)} → ${status} ${text.slice(0, 100)}`
  // A path that is malformed, or matches no route any more, is not a call of the document.
  if (attempt.manner === 'path' && (status === 400 || status === 404)) return null
  const mismatch = mismatchOf(attempt.operation, answer)
  return mismatch === null ? null : `${describe(attempt)} → ${mismatch}`
}

/** Rows of other accounts that changed. */
export async function changedRows(
  fixture: TamperFixture,
  before: ReadonlyMap<string, string>,
  personal = false,
): Promise<string[]> {
  const after = await fixture.foreignRows(personal)
  return [
    ...[...before].filter(([digest]) => !after.has(digest)).map(([, row]) => `changed or gone: ${row}`),
    ...[...after].filter(([digest]) => !before.has(digest)).map(([, row]) => `new: ${row}`),
  ]
}

/** The faults in price, hold and captured amount of the appointments booked meanwhile. */
export async function auditAmounts(world: World, fixture: TamperFixture): Promise<string[]> {
  await world.runJobs()
  const ids = await fixture.bookedIds()
  const intents = await listIntents(world)
  const { pool } = world.context.database
  return [
    ...(await auditMoney({ pool, intents, now: world.context.clock.now(), ids })),
    ...(await auditPrices(pool, intents, ids)),
  ]
}
