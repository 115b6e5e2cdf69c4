import { Pool } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditAtRest } from './at-rest.ts'
import { auditMoney } from './audit.ts'
import { batteryRun, firstOf } from './battery-run.ts'
import { auditDealings, countAcknowledged, openCrowd, type Crowd } from './kill-world.ts'
import { faults, sufferOutage, type Fault, type Outage } from './outage-rounds.ts'
import { createOwnPostgres, type OwnPostgres } from './own-postgres.ts'
import { openServerStage, stageAdministrator, type ServerProcess, type ServerStage } from './server-stage.ts'
import { widenShop } from './wide-shop.ts'

const run = batteryRun('outage', 2)

let postgres: OwnPostgres
let stage: ServerStage
let server: ServerProcess
let pool: Pool
let crowd: Crowd

function openPool(): Pool {
  const opened = new Pool({ connectionString: postgres.url, max: 2 })
  opened.on('error', () => undefined)
  return opened
}

beforeAll(async () => {
  postgres = await createOwnPostgres()
  stage = await openServerStage({ DATABASE_URL: postgres.url })
  await postgres.start()
  server = await stage.launch()
  pool = openPool()
  await widenShop(pool, 120)
  crowd = await openCrowd(stage.outside, server, stageAdministrator)
}, 180_000)
afterAll(async () => {
  await pool?.end()
  await stage?.stop()
  await postgres?.remove()
})

async function audit(): Promise<string[]> {
  const [intents, now] = [await stage.outside.intents(), await stage.now()]
  return [...(await auditMoney({ pool, intents, now })), ...(await auditDealings({ pool, ...crowd }))]
}

/** Moves the clock by a minute and lets the jobs run: then every acknowledged answer must be true. */
async function auditAfterAMinute(): Promise<string[]> {
  await pool.query('update holds set asked_until = now() where asked_until > now()')
  return auditAtRest(stage.outside, audit)
}

const order = run.chance.shuffled(faults.filter((fault) => fault !== 'long pause'))

/** Every fault in turn; a slow one only now and then. */
function faultOf(round: number): Fault {
  if (round % 10 === 9) return 'long pause'
  return order[round % order.length] ?? 'stop'
}

test(
  `${run.size} outages of PostgreSQL lose no acknowledged answer and end no process (seed ${run.seed})`,
  async () => {
    const found: string[] = []
    const outages: Outage[] = []
    // The last fifth uses the PostgreSQL that the server brings along: the server has to restart it by
    // itself.
    const ownRounds = run.size - Math.floor(run.size / 5)
    for (let round = 0; round < run.size && found.length === 0; round++) {
      const isOwn = round < ownRounds
      if (round === ownRounds) {
        await server.kill()
        server = await stage.launch({ environment: { DATABASE_URL: '', DATA_DIR: postgres.dataDir } })
      }
      const fault = isOwn ? faultOf(round) : (['kill', 'backend', 'stop', 'pause'] as const)[round % 4]
      const outage = await sufferOutage(
        { crowd, server, postgres, isOwn },
        fault ?? 'kill',
        run.chance.fork(round),
      )
      outages.push(outage)
      // The judge's own connections were lost as well.
      await pool.end()
      pool = openPool()
      found.push(...outage.found, ...(await auditAfterAMinute()))
    }
    const sum = (of: (outage: Outage) => number) => outages.reduce((total, one) => total + of(one), 0)
    run.report({
      outages: outages.length,
      calls: sum(({ calls }) => calls),
      'answered 503': sum(({ refused }) => refused),
      acknowledged: countAcknowledged(crowd),
      'back within ms': Math.max(...outages.map(({ backMs }) => backMs)),
      'longest answer ms': Math.max(...outages.map(({ longestMs }) => longestMs)),
      wrong: found.length,
    })
    expect(firstOf(found)).toEqual([])
    expect(sum(({ refused }) => refused)).toBeGreaterThan(0)
  },
  run.patience(60_000),
)

const controls: [string, string, RegExp][] = [
  [
    'without-pool-listener.ts',
    'without a listener for lost connections the process ends',
    /the server ended/,
  ],
  ['without-error-codes.ts', 'without error codes for a lost database people get a 500', /was answered 500/],
]

// Each needs a server of its own: a sample has one.
test.each(run.size < 10 ? controls.slice(0, 1) : controls)(
  'control: %s: %s',
  async (before, _why, seen) => {
    await server.kill()
    server = await stage.launch({ before })
    const broken = { ...crowd, dealings: new Map(), odd: [] }
    const faulty: string[] = []
    // The fault hits requests by chance.
    for (let round = 1; round <= 5 && faulty.length === 0; round++) {
      const scene = { crowd: broken, server, postgres, isOwn: true }
      const { found } = await sufferOutage(scene, 'restart', run.chance.fork(-round))
      faulty.push(...found.filter((sentence) => seen.test(sentence)))
    }
    expect(faulty).not.toEqual([])
  },
  120_000,
)
