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
import type { Tamperer, TamperTown } from './tamper-town.ts'

export type Told = { attempt: Attempt; answer: Answer }

const batch = 500

/** Where money is decided: tried as often as six others. */
const ofMoney = /^(appointments\.(book|change|confirmCard)|admin\.(capturePayment|changeStatus))$/

/** What stands beside the document, for machines that know a secret: it answers anybody else with one of these. */
const refusedBeside = new Map(
  [400, 403, 413, 415].map((status) => [status, { type: 'application/json', schema: null }]),
)
const beside: Operation[] = ['/api/webhooks/payments', '/api/sandbox/clock'].map((path) => ({
  name: `beside ${path}`,
  method: 'POST',
  path,
  parameters: [],
  body: { type: 'object', properties: { offsetSeconds: { type: 'integer' }, id: { type: 'string' } } },
  responses: refusedBeside,
}))

/** Every call that there is, from the product's own document. */
export async function readOperations(world: World): Promise<Operation[]> {
  const document = (await (await fetch(`${world.url}/api/openapi.json`)).json()) as OpenApi
  return [...operationsOf(document), ...beside]
}

/** Mostly somebody for whom a call is, sometimes another. */
function whoFor({ name }: Operation, among: readonly Tamperer[], chance: Chance): Tamperer {
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
  /** The number of the first attempt, which keeps the chances of two attacks apart. */
  from: number
  many: number
  see: (told: Told) => void
}

/** So many attempts at calls by these. */
export async function attack(
  world: World,
  town: TamperTown,
  { operations, among, chance: whole, from, many, see }: Attack,
): Promise<void> {
  const agent = new Agent({ keepAlive: true })
  const weighed = operations.flatMap((one) => Array<Operation>(ofMoney.test(one.name) ? 6 : 1).fill(one))
  for (let begun = 0; begun < many; begun += batch) {
    await town.renew()
    const indexes = Array.from({ length: Math.min(batch, many - begun) }, (_, index) => from + begun + index)
    await inTurns(indexes, 4, async (index) => {
      const chance = whole.fork(index)
      const operation = chance.pick(weighed)
      const attempt = makeAttempt(operation, town.handOf(whoFor(operation, among, chance)), chance)
      // What ends the session is asked in one that was made to end.
      if (operation.name === 'identity.signOut' && attempt.headers['cookie'])
        attempt.headers['cookie'] = (await town.town.makeSession('customer')).cookie
      see({ attempt, answer: await sendAttempt(agent, world.url, attempt) })
    })
  }
  agent.destroy()
}

/** What is wrong with what was answered; null when nothing is. */
export function faultOf({ attempt, answer }: Told): string | null {
  const { status, text } = answer
  if (status >= 500) return `${describe(attempt)} → ${status} ${text.slice(0, 100)}`
  // A path that cannot be read, or is none any more, is no call of the document.
  if (attempt.manner === 'path' && (status === 400 || status === 404)) return null
  const mismatch = mismatchOf(attempt.operation, answer)
  return mismatch === null ? null : `${describe(attempt)} → ${mismatch}`
}

/** Which rows of somebody else are not as they were. */
export async function changedRows(
  town: TamperTown,
  before: ReadonlyMap<string, string>,
  personal = false,
): Promise<string[]> {
  const after = await town.foreignRows(personal)
  return [
    ...[...before].filter(([digest]) => !after.has(digest)).map(([, row]) => `changed or gone: ${row}`),
    ...[...after].filter(([digest]) => !before.has(digest)).map(([, row]) => `new: ${row}`),
  ]
}

/** Whether what was booked meanwhile costs, holds and took what the price list says. */
export async function auditAmounts(world: World, town: TamperTown): Promise<string[]> {
  await world.runJobs()
  const ids = await town.bookedIds()
  const intents = await listIntents(world)
  const { pool } = world.context.database
  return [
    ...(await auditMoney({ pool, intents, now: world.context.clock.now(), ids })),
    ...(await auditPrices(pool, intents, ids)),
  ]
}
