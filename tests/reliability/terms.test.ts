import { setTimeout as wait } from 'node:timers/promises'
import { Pool } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../support/test-database.ts'
import { auditAtRest } from './at-rest.ts'
import { auditMoney } from './audit.ts'
import { batteryRun, firstOf } from './battery-run.ts'
import type { Chance } from './chance.ts'
import { openIdleSockets } from './idle-sockets.ts'
import { auditDealings, bustle, countAcknowledged, openCrowd, type Crowd } from './kill-world.ts'
import { openServerStage, stageAdministrator, type ServerProcess, type ServerStage } from './server-stage.ts'
import { watched, type Call } from './watched-calls.ts'
import { widenShop } from './wide-shop.ts'

const people = 8
/** The longest time that a server may take to end after a signal, in milliseconds. */
const shutdownLimitMs = 10_000

const run = batteryRun('terms', 1)

let stage: ServerStage
let pool: Pool
let crowd: Crowd
let server: ServerProcess

const launch = () => stage.launch({ before: 'tell-accepted.ts' })

beforeAll(async () => {
  const databaseUrl = await createTestDatabase()
  stage = await openServerStage({ DATABASE_URL: databaseUrl })
  server = await launch()
  pool = new Pool({ connectionString: databaseUrl, max: 2 })
  await widenShop(pool, 120)
  crowd = await openCrowd(stage.outside, server, stageAdministrator)
}, 180_000)
afterAll(async () => {
  await stage?.stop()
  await pool?.end()
})

type Ending = { found: string[]; accepted: number; turnedAway: number; endMs: number }

/** Ends a server under load, and compares the accepted requests with the answers. */
async function endUnderLoad(signal: 'SIGTERM' | 'SIGKILL', chance: Chance): Promise<Ending> {
  const calls: Call[] = []
  const delayMs = chance.between(100, 1500)
  await stage.outside.faults({ mode: 'slow', share: 0.5, delayMs, seed: chance.below(2 ** 31) })
  const seen: Crowd = {
    ...crowd,
    customers: crowd.customers.map((one) => watched(one, calls)),
    administrator: watched(crowd.administrator, calls),
  }
  const idle = await openIdleSockets(server.url)
  const before = countAcknowledged(crowd)
  const busy = Array.from({ length: people }, (_, index) =>
    bustle(seen, chance.fork(index), () => !server.hasEnded()),
  )
  for (let patience = 0; patience < 1000 && countAcknowledged(crowd) === before; patience++) await wait(10)
  await wait(chance.between(0, 400))
  const begun = performance.now()
  server.child.kill(signal)
  const code = await server.ended
  const endMs = Math.round(performance.now() - begun)
  await Promise.all(busy)
  idle.close()
  const accepted = new Set(server.output().match(/(?<=^accepted )call-\d+$/gm))
  const unanswered = calls.filter(({ id, status }) => status === null && accepted.has(id))
  return {
    found: [
      ...(code === 0 ? [] : [`it ended with ${code}: ${server.output().slice(-300)}`]),
      ...(endMs <= shutdownLimitMs ? [] : [`it took ${endMs} ms`]),
      ...unanswered.map(({ what }) => `${what} was accepted and not answered`),
    ],
    accepted: calls.filter(({ id }) => accepted.has(id)).length,
    turnedAway: calls.filter(({ id }) => !accepted.has(id)).length,
    endMs,
  }
}

test(
  `${run.size} servers that get SIGTERM under load answer every accepted request (seed ${run.seed})`,
  async () => {
    const found: string[] = []
    const endings: Ending[] = []
    for (let round = 0; round < run.size && found.length === 0; round++) {
      if (server.hasEnded()) server = await launch()
      const ending = await endUnderLoad('SIGTERM', run.chance.fork(round))
      endings.push(ending)
      found.push(...ending.found)
    }
    await stage.outside.faults({ mode: 'none' })
    server = await launch()
    const left = await auditAtRest(stage.outside, async () => {
      const [intents, now] = [await stage.outside.intents(), await stage.now()]
      return [...(await auditMoney({ pool, intents, now })), ...(await auditDealings({ pool, ...crowd }))]
    })
    found.push(...left)
    const sum = (of: (ending: Ending) => number) => endings.reduce((total, one) => total + of(one), 0)
    run.report({
      endings: endings.length,
      accepted: sum((ending) => ending.accepted),
      'not accepted any more': sum((ending) => ending.turnedAway),
      acknowledged: countAcknowledged(crowd),
      'ended within ms': Math.max(...endings.map(({ endMs }) => endMs)),
      wrong: found.length,
    })
    expect(firstOf(found)).toEqual([])
    expect(sum((ending) => ending.accepted)).toBeGreaterThan(0)
  },
  run.patience(30_000),
)

test('control: with SIGKILL in place of SIGTERM, accepted requests stay unanswered', async () => {
  const unanswered: string[] = []
  for (let round = 1; round <= 5 && unanswered.length === 0; round++) {
    if (server.hasEnded()) server = await launch()
    const { found } = await endUnderLoad('SIGKILL', run.chance.fork(-round))
    unanswered.push(...found.filter((sentence) => sentence.includes('accepted and not answered')))
  }
  expect(unanswered).not.toEqual([])
}, 120_000)
