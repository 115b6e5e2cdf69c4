import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Pool } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ensureBuilt } from '../../scripts/ensure-built.ts'
import { readPostmasterLock } from '../../server/database/postmaster-lock.ts'
import { outsideOf } from '../support/outside.ts'
import { goodPassword } from '../support/people.ts'
import { raisedLimits } from '../support/raised-limits.ts'
import { startProduct, type Product } from '../support/start-product.ts'
import { auditAtRest } from './at-rest.ts'
import { auditMoney } from './audit.ts'
import { batteryRun, firstOf } from './battery-run.ts'
import type { Chance } from './chance.ts'
import { auditDealings, bustle, countAcknowledged, openCrowd, type Crowd } from './kill-world.ts'
import { widenShop } from './wide-shop.ts'

const people = 8
const administratorEmail = 'keeper@example.test'

const run = batteryRun('power', 1)

let product: Product
let crowd: Crowd

beforeAll(async () => {
  await ensureBuilt()
  product = await startProduct({
    ...raisedLimits,
    LOG_LEVEL: 'error',
    ADMIN_EMAIL: administratorEmail,
    ADMIN_PASSWORD: goodPassword,
  })
  await withPool((pool) => widenShop(pool, 120))
  crowd = await openCrowd(outsideOf(product.sandboxUrl), product, administratorEmail)
}, 180_000)
afterAll(() => product?.stop())

/**
 * A pool of the database that the product itself opened. This process neither keeps it up nor restarts it.
 */
async function withPool<Result>(work: (pool: Pool) => Promise<Result>): Promise<Result> {
  const home = join(product.dataDir, 'postgres')
  const password = readFileSync(join(home, 'password'), 'utf8').trim()
  const port = readPostmasterLock(join(home, 'cluster'))?.port
  const pool = new Pool({
    connectionString: `postgres://dashfit:${password}@127.0.0.1:${port}/postgres`,
    max: 1,
  })
  try {
    return await work(pool)
  } finally {
    await pool.end()
  }
}

async function auditPower(): Promise<string[]> {
  await withPool((pool) => pool.query('update holds set asked_until = now() where asked_until > now()'))
  return auditAtRest(crowd.outside, async () => {
    const [intents, now] = [await crowd.outside.intents(), await crowd.now()]
    return withPool(async (pool) => [
      ...(await auditMoney({ pool, intents, now })),
      ...(await auditDealings({ pool, ...crowd })),
    ])
  })
}

/** Cuts the power under load and starts again; returns the milliseconds until the product answered. */
async function cutPower(chance: Chance, atLeast = 5): Promise<number> {
  let alive = true
  const before = countAcknowledged(crowd)
  const busy = Array.from({ length: people }, (_, index) => bustle(crowd, chance.fork(index), () => alive))
  await wait(chance.between(100, 1500))
  // On a slow machine the cut would hit people who have not begun.
  for (let patience = 0; patience < 400 && countAcknowledged(crowd) < before + atLeast; patience++)
    await wait(25)
  alive = false
  await product.kill()
  await Promise.all(busy)
  const begun = performance.now()
  await product.startAgain()
  return Math.round(performance.now() - begun)
}

test(
  `${run.size} power cuts lose no acknowledged answer (seed ${run.seed})`,
  async () => {
    const found: string[] = []
    let [cuts, slowest] = [0, 0]
    while (cuts < run.size && found.length === 0) {
      slowest = Math.max(slowest, await cutPower(run.chance.fork(cuts)))
      cuts += 1
      found.push(...(await auditPower()))
    }
    run.report({
      cuts,
      acknowledged: countAcknowledged(crowd),
      'open again within ms': slowest,
      wrong: found.length,
    })
    expect(firstOf(found)).toEqual([])
    expect(countAcknowledged(crowd)).toBeGreaterThan(0)
  },
  run.patience(30_000),
)

run.testWhole(
  'control: with commits acknowledged before they are on disk, acknowledged answers are lost',
  async () => {
    await withPool(async (pool) => {
      await pool.query('alter system set synchronous_commit = off')
      // The longest delay of the log that PostgreSQL allows.
      await pool.query(`alter system set wal_writer_delay = '10s'`)
      await pool.query('select pg_reload_conf()')
    })
    const lost: string[] = []
    for (let round = 1; round <= 5 && lost.length === 0; round++) {
      crowd = { ...crowd, dealings: new Map(), odd: [] }
      await cutPower(run.chance.fork(-round))
      const found = await withPool((pool) => auditDealings({ pool, ...crowd }))
      lost.push(...found.filter((sentence) => /acknowledged and gone|and is \w+$/.test(sentence)))
    }
    expect(lost).not.toEqual([])
  },
  120_000,
)
